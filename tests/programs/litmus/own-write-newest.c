/* A thread reads its newest buffered write to a location, never an older one or memory.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2
 * Outcomes: r1=2 r2=0 | r1=2 r2=1 | r1=2 r2=2
 */
#include <assert.h>
#include <pthread.h>

int x, r1, r2;

static void *thread1(void *unused)
{
    (void)unused;
    x = 1;
    x = 2;
    r1 = x;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
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
    assert(r1 == 2);
    return 0;
}
