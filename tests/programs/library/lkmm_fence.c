/* GenMC's fences of the Linux kernel: smp_mb() is full, smp_wmb() keeps stores in order, smp_rmb() does nothing that a
 * store buffer could tell.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void __VERIFIER_lkmm_fence(const char *kind);

static volatile int x, y, data, flag, r1, r2;

static void *left(void *unused)
{
    x = 1;
    __VERIFIER_lkmm_fence("mb");
    r1 = y;
    data = 1;
    __VERIFIER_lkmm_fence("wmb");
    flag = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, left, NULL);
    y = 1;
    __VERIFIER_lkmm_fence("mb");
    r2 = x;
    if (flag) {
        __VERIFIER_lkmm_fence("rmb");
        assert(data == 1);
    }
    pthread_join(thread, NULL);
    assert(r1 || r2);
    return 0;
}
