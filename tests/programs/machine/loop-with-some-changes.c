/* A loop whose iterations sometimes change something and go on: such an iteration is followed, and so is the next one.
 *
 * Verdict: SC violation
 * Prints SC: loop-with-some-changes.c:27: assertion
 */
#include <assert.h>
#include <pthread.h>

volatile int word;
int ones;

static void *counter(void *unused)
{
    while (word != 2)
        if (word == 1 && ones < 3)
            ones++;
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, counter, NULL);
    word = 1;
    word = 2;
    pthread_join(a, NULL);
    assert(ones < 2);
    return 0;
}
