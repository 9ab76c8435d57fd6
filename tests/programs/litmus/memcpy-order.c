/* memcpy is a sequence of plain stores in ascending order, which PSO may reorder.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Options: --observe r1,r2
 * Outcomes: r1=0 r2=0 | r1=0 r2=1 | r1=1 r2=1
 * Outcomes PSO: r1=1 r2=0
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

int from[4] = {1, 1, 1, 1}, to[4], r1, r2;

static void *thread1(void *unused)
{
    (void)unused;
    memcpy(to, from, sizeof to);
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    r1 = to[3];
    r2 = to[0];
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
