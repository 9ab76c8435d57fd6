/* GenMC's smp_wmb() and smp_rmb() do not keep a load behind a store.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void __VERIFIER_lkmm_fence(const char *kind);

static volatile int x, y, r1, r2;

static void *left(void *unused)
{
    x = 1;
    __VERIFIER_lkmm_fence("wmb");
    r1 = y;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, left, NULL);
    y = 1;
    __VERIFIER_lkmm_fence("rmb");
    r2 = x;
    pthread_join(thread, NULL);
    assert(r1 || r2);
    return 0;
}
