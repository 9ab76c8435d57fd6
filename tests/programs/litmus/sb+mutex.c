/* Store buffering with a lock operation between the accesses: locking is a full fence, even with a lock of one's own.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2
 * Outcomes: r1=0 r2=1 | r1=1 r2=0 | r1=1 r2=1
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
int x, y, r1, r2;

static void *thread1(void *unused)
{
    (void)unused;
    x = 1;
    pthread_mutex_lock(&m1);
    pthread_mutex_unlock(&m1);
    r1 = y;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    y = 1;
    pthread_mutex_lock(&m2);
    pthread_mutex_unlock(&m2);
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
