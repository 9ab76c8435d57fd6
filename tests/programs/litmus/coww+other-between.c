/* Stores to one location stay in order even if a store to another location between them overtakes both.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2,r3
 * Outcomes: r1=0 r2=0 r3=0 | r1=0 r2=0 r3=1 | r1=0 r2=0 r3=2 | r1=0 r2=1 r3=1 | r1=0 r2=1 r3=2 | r1=0 r2=2 r3=2
 * Outcomes: r1=1 r2=1 r3=1 | r1=1 r2=1 r3=2 | r1=1 r2=2 r3=2
 * Outcomes PSO: r1=1 r2=0 r3=0 | r1=1 r2=0 r3=1 | r1=1 r2=0 r3=2
 */
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2, r3;

static void *thread1(void *unused)
{
    (void)unused;
    x = 1;
    y = 1;
    x = 2;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    r1 = y;
    r2 = x;
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
    assert(r2 <= r3);
    return 0;
}
