/* Exactly one of two compare-and-swaps from the same old value succeeds.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2,x
 * Outcomes: r1=1 r2=0 x=1 | r1=0 r2=1 x=2
 */
#include <assert.h>
#include <pthread.h>

int x, r1, r2;

static void *thread1(void *unused)
{
    (void)unused;
    r1 = __sync_bool_compare_and_swap(&x, 0, 1);
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    r2 = __sync_bool_compare_and_swap(&x, 0, 2);
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(r1 + r2 == 1);
    return 0;
}
