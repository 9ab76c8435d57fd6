/* The store fence of a release store also holds back the plain stores after it: z may overtake y, but never x.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2,r3
 * Outcomes: r1=0 r2=0 r3=0 | r1=0 r2=0 r3=1 | r1=0 r2=1 r3=1 | r1=1 r2=1 r3=1
 * Outcomes PSO: r1=1 r2=0 r3=1
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int y;
int x, z, r1, r2, r3;

static void *thread1(void *unused)
{
    (void)unused;
    x = 1;
    atomic_store_explicit(&y, 1, memory_order_release);
    z = 1;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    r1 = z;
    r2 = atomic_load_explicit(&y, memory_order_relaxed);
    r3 = x;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(r1 == 1 && r3 == 0));
    return 0;
}
