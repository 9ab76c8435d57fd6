/* R, a read against two writers: the write y=2 is the last one to y, and yet x is still unseen by the read after it.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 * Options: --observe r1,y
 * Outcomes: r1=0 y=1 | r1=1 y=1 | r1=1 y=2
 * Outcomes TSO: r1=0 y=2
 * Outcomes PSO: r1=0 y=2
 */
#include <assert.h>
#include <pthread.h>

int x, y, r1;

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
    y = 2;
    r1 = x;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(r1 == 0 && y == 2));
    return 0;
}
