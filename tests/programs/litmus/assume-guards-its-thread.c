/* What follows a failed assumption in the same thread is never reached, nor is what waits for that thread.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe x
 * Outcomes: none
 */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);

int x;

static void *stops(void *unused)
{
    (void)unused;
    __VERIFIER_assume(x == 1);
    assert(x == 1);
    assert(x == 2);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, stops, NULL);
    pthread_join(t, NULL);
    assert(x == 2);
    return 0;
}
