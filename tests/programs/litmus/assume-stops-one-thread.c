/* A failed assumption stops its own thread and excludes nothing: the other thread still sees what was stored before.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: assertion `x == 0` failed
 */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);

int x, never;

static void *stops(void *unused)
{
    (void)unused;
    x = 1;
    __VERIFIER_assume(never);
    return NULL;
}

static void *goes_on(void *unused)
{
    (void)unused;
    assert(x == 0);
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, stops, NULL);
    pthread_create(&t2, NULL, goes_on, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
