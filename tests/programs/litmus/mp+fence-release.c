/* Message passing with atomic_thread_fence(release) between the stores: it is a store fence.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2
 * Outcomes: r1=0 r2=0 | r1=0 r2=1 | r1=1 r2=1
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int x, y, r1, r2;

static void *thread1(void *unused)
{
    (void)unused;
    x = 1;
    atomic_thread_fence(memory_order_release);
    y = 1;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    r1 = y;
    atomic_thread_fence(memory_order_release);
    r2 = x;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(r1 == 1 && r2 == 0));
    return 0;
}
