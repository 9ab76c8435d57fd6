/* ISA2, a message handed on by a second thread.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Options: --observe r1,r2,r3
 * Outcomes: r1=0 r2=0 r3=0 | r1=0 r2=0 r3=1 | r1=0 r2=1 r3=0 | r1=0 r2=1 r3=1 | r1=1 r2=0 r3=0 | r1=1 r2=0 r3=1
 * Outcomes: r1=1 r2=1 r3=1
 * Outcomes PSO: r1=1 r2=1 r3=0
 */
#include <assert.h>
#include <pthread.h>

int x, y, z, r1, r2, r3;

static void *thread1(void *unused)
{
    (void)unused;
    x = 1;
    y = 1;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    r1 = y;
    z = 1;
    return NULL;
}

static void *thread3(void *unused)
{
    (void)unused;
    r2 = z;
    r3 = x;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_create(&t3, NULL, thread3, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(!(r1 == 1 && r2 == 1 && r3 == 0));
    return 0;
}
