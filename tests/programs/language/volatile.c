/* volatile accesses happen as often as they are written, also to locals; they order nothing.
 *
 * Verdict: SC safe
 * Options: --observe done,counter
 * Outcomes: done=1 counter=3
 */
#include <assert.h>

volatile int counter;
volatile struct {
    int a, b;
} pair;
int done;

int main(void)
{
    volatile int local = 1;
    int *volatile pointer = (int *)&local;
    counter++;
    counter += local;
    ++counter;
    local = 5;
    assert(*pointer == 5);
    pair.b = counter;
    assert(pair.a == 0 && pair.b == 3);
    (void)counter;
    done = 1;
    return 0;
}
