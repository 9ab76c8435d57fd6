/* Taking a lock for reading is a full fence.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2
 * Outcomes: r1=0 r2=1 | r1=1 r2=0 | r1=1 r2=1
 */
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t l1 = PTHREAD_RWLOCK_INITIALIZER, l2 = PTHREAD_RWLOCK_INITIALIZER;
int x, y, r1, r2;

static void *thread1(void *unused)
{
    (void)unused;
    x = 1;
    pthread_rwlock_rdlock(&l1);
    pthread_rwlock_unlock(&l1);
    r1 = y;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    y = 1;
    pthread_rwlock_rdlock(&l2);
    pthread_rwlock_unlock(&l2);
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
