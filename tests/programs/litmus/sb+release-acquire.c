/* Store buffering with release stores and acquire loads: not enough, a store may still be delayed past the load.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 * Options: --observe r1,r2
 * Outcomes: r1=0 r2=1 | r1=1 r2=0 | r1=1 r2=1
 * Outcomes TSO: r1=0 r2=0
 * Outcomes PSO: r1=0 r2=0
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int r1, r2;

static void *thread1(void *unused)
{
    (void)unused;
    atomic_store_explicit(&x, 1, memory_order_release);
    r1 = atomic_load_explicit(&y, memory_order_acquire);
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    atomic_store_explicit(&y, 1, memory_order_release);
    r2 = atomic_load_explicit(&x, memory_order_acquire);
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(r1 == 0 && r2 == 0));
    return 0;
}
