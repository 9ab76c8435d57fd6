/* An int at an odd address: x86 allows it, and so does Heddle.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>

char bytes[8];
int r;

int main(void)
{
    int *p = (int *)(bytes + 1);
    *p = 0x01020304;
    r = *p;
    assert(r == 0x01020304 && bytes[1] == 4 && bytes[4] == 1);
    return 0;
}
