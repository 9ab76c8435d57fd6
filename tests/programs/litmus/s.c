/* S, write order seen by a writer: the first write may reach memory after a write of a thread that has already seen
 * the second.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Options: --observe r1,x
 * Outcomes: r1=0 x=1 | r1=0 x=2 | r1=1 x=1
 * Outcomes PSO: r1=1 x=2
 */
#include <assert.h>
#include <pthread.h>

int x, y, r1;

static void *thread1(void *unused)
{
    (void)unused;
    x = 2;
    y = 1;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    r1 = y;
    x = 1;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(r1 == 1 && x == 2));
    return 0;
}
