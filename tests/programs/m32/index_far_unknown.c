/* The same for any index that leads to where another object begins.
 *
 * Verdict: SC bounded
 * Options: --32 --nondet 0..1
 * Check: violation
 */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
int a[4], b[4], c[4];

static void *work(void *unused)
{
    int i = __VERIFIER_nondet_int();
    if (i != 1 && i % (1 << 14) == 0)
        a[i] = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    assert(b[0] == 0 && c[0] == 0);
    return 0;
}
