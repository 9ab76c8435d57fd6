/* The main thread stops at a failed assumption, the thread it has started goes on and fails.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);

int never;

static void *fails(void *unused)
{
    (void)unused;
    assert(never);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, fails, NULL);
    __VERIFIER_assume(never);
    pthread_join(t, NULL);
    return 0;
}
