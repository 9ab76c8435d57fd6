/* SB, store buffering: each thread writes one variable and reads the other. Both reads give 0 when both writes still
 * wait in their store buffers.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 * Options: --observe r1,r2
 * Outcomes: r1=0 r2=1 | r1=1 r2=0 | r1=1 r2=1
 * Outcomes TSO: r1=0 r2=0
 * Outcomes PSO: r1=0 r2=0
 */
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2;

static void *thread1(void *unused)
{
    (void)unused;
    x = 1;
    r1 = y;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    y = 1;
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
    assert(!(r1 == 0 && r2 == 0));
    return 0;
}
