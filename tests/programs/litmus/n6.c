/* n6, early reading of the own write: the read of x is served from the own buffer, and x=1 reaches memory after x=2.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 * Options: --observe r1,r2,x
 * Outcomes: r1=1 r2=0 x=2 | r1=1 r2=1 x=1 | r1=1 r2=1 x=2 | r1=2 r2=1 x=2
 * Outcomes TSO: r1=1 r2=0 x=1
 * Outcomes PSO: r1=1 r2=0 x=1 | r1=2 r2=0 x=2
 */
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2;

static void *thread1(void *unused)
{
    (void)unused;
    x = 1;
    r1 = x;
    r2 = y;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    y = 1;
    x = 2;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(r1 == 1 && r2 == 0 && x == 1));
    return 0;
}
