/* IRIW, independent reads of independent writes: all threads see the two writes in the same order.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2,r3,r4
 * Outcomes: r1=0 r2=0 r3=0 r4=0 | r1=0 r2=0 r3=0 r4=1 | r1=0 r2=0 r3=1 r4=0 | r1=0 r2=0 r3=1 r4=1
 * Outcomes: r1=0 r2=1 r3=0 r4=0 | r1=0 r2=1 r3=0 r4=1 | r1=0 r2=1 r3=1 r4=0 | r1=0 r2=1 r3=1 r4=1
 * Outcomes: r1=1 r2=0 r3=0 r4=0 | r1=1 r2=0 r3=0 r4=1 | r1=1 r2=0 r3=1 r4=1 | r1=1 r2=1 r3=0 r4=0
 * Outcomes: r1=1 r2=1 r3=0 r4=1 | r1=1 r2=1 r3=1 r4=0 | r1=1 r2=1 r3=1 r4=1
 */
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2, r3, r4;

static void *thread1(void *unused)
{
    (void)unused;
    x = 1;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    y = 1;
    return NULL;
}

static void *thread3(void *unused)
{
    (void)unused;
    r1 = x;
    r2 = y;
    return NULL;
}

static void *thread4(void *unused)
{
    (void)unused;
    r3 = y;
    r4 = x;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2, t3, t4;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_create(&t3, NULL, thread3, NULL);
    pthread_create(&t4, NULL, thread4, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    pthread_join(t4, NULL);
    assert(!(r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0));
    return 0;
}
