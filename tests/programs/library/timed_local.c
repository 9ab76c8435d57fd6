/* Waiting with a time limit, again and again, for objects that no other thread can see: a wait that succeeds at once
 * has no choice; a later one, for the same object, can only time out.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: assertion .read == 0. failed
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

int __VERIFIER_nondet_int(void);

struct timespec until;

static void check_semaphore(void)
{
    sem_t s;
    sem_init(&s, 0, 2);
    assert(sem_wait(&s) == 0);
    assert(sem_timedwait(&s, &until) == 0);
    assert(sem_timedwait(&s, &until) == -1 && errno == ETIMEDOUT);
    sem_post(&s);
    assert(sem_timedwait(&s, &until) == 0);
}

static void check_mutex(void)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    assert(pthread_mutex_timedlock(&m, &until) == 0);
    assert(pthread_mutex_timedlock(&m, &until) == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    assert(pthread_mutex_timedlock(&m, &until) == 0);
}

int main(void)
{
    check_semaphore();
    check_mutex();
    pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
    if (__VERIFIER_nondet_int())
        pthread_rwlock_rdlock(&l);
    int written = pthread_rwlock_timedwrlock(&l, &until), read = pthread_rwlock_timedrdlock(&l, &until);
    assert(written == 0 || written == ETIMEDOUT);
    assert(read == 0);
    return 0;
}
