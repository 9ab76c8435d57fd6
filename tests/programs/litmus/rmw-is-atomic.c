/* Two read-modify-writes of one variable never lose an update.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2,x
 * Outcomes: r1=0 r2=1 x=2 | r1=1 r2=0 x=2
 */
#include <assert.h>
#include <pthread.h>

int x, r1, r2;

static void *thread1(void *unused)
{
    (void)unused;
    r1 = __sync_fetch_and_add(&x, 1);
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    r2 = __sync_fetch_and_add(&x, 1);
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2);
    return 0;
}
