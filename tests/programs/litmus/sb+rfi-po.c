/* SB+rfi-po, store buffering where each thread first reads its own write. It may do so from its store buffer, so that
 * read orders nothing.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 * Options: --observe r1,r2,r3,r4
 * Outcomes: r1=1 r2=0 r3=1 r4=1 | r1=1 r2=1 r3=1 r4=0 | r1=1 r2=1 r3=1 r4=1
 * Outcomes TSO: r1=1 r2=0 r3=1 r4=0
 * Outcomes PSO: r1=1 r2=0 r3=1 r4=0
 */
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2, r3, r4;

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
    r3 = y;
    r4 = x;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0));
    return 0;
}
