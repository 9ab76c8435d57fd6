/* What is no time: sleeping and waiting with a limit answer EINVAL. A mutex that is free is locked without looking.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

int main(void)
{
    struct timespec none = {.tv_sec = 1, .tv_nsec = 1000000000}, negative = {.tv_sec = -1};
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
    sem_t s;
    sem_init(&s, 0, 1);
    assert(pthread_mutex_timedlock(&m, &none) == 0 && pthread_mutex_timedlock(&m, &none) == EINVAL);
    assert(pthread_cond_timedwait(&c, &m, &none) == EINVAL && pthread_mutex_unlock(&m) == 0);
    assert(pthread_rwlock_timedrdlock(&l, &none) == EINVAL && pthread_rwlock_timedwrlock(&l, &none) == EINVAL);
    errno = 0;
    assert(sem_timedwait(&s, &none) == -1 && errno == EINVAL);
    errno = 0;
    assert(nanosleep(&none, NULL) == -1 && errno == EINVAL);
    assert(nanosleep(&negative, NULL) == -1 && clock_nanosleep(CLOCK_MONOTONIC, 0, &negative, NULL) == EINVAL);
    assert(thrd_sleep(&none, NULL) < -1);
    return 0;
}
