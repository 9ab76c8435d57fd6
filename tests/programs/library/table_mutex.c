/* Mutexes of every type: what their operations return.
 *
 * Verdict: SC safe, PSO safe
 */
#include "table.h"

#include <pthread.h>
#include <time.h>

static const struct timespec past, no_time = {.tv_nsec = 1000000000}, negative = {.tv_nsec = -1};

static void make(pthread_mutex_t *mutex, int type)
{
    pthread_mutexattr_t attribute;
    ROW(pthread_mutexattr_init(&attribute), 0);
    ROW(pthread_mutexattr_settype(&attribute, type), 0);
    ROW(pthread_mutex_init(mutex, &attribute), 0);
    ROW(pthread_mutexattr_destroy(&attribute), 0);
}

static void check_free(pthread_mutex_t *mutex)
{
    ROW(pthread_mutex_lock(mutex), 0);
    ROW(pthread_mutex_unlock(mutex), 0);
    ROW(pthread_mutex_trylock(mutex), 0);
    ROW(pthread_mutex_unlock(mutex), 0);
    ROW(pthread_mutex_timedlock(mutex, &no_time), 0); /* it does not have to wait */
    ROW(pthread_mutex_unlock(mutex), 0);
    ROW(pthread_mutex_clocklock(mutex, CLOCK_MONOTONIC, &past), 0);
    ROW(pthread_mutex_unlock(mutex), 0);
    ROW(pthread_mutex_clocklock(mutex, CLOCK_PROCESS_CPUTIME_ID, &past), EINVAL);
    ROW(pthread_mutex_clocklock(mutex, 77, &past), EINVAL);
}

static void check_normal(int type)
{
    pthread_mutex_t mutex;
    make(&mutex, type);
    check_free(&mutex);
    ROW(pthread_mutex_lock(&mutex), 0);
    ROW(pthread_mutex_trylock(&mutex), EBUSY);
    ROW(pthread_mutex_timedlock(&mutex, &past), ETIMEDOUT);
    ROW(pthread_mutex_timedlock(&mutex, &no_time), EINVAL);
    ROW(pthread_mutex_timedlock(&mutex, &negative), EINVAL);
    ROW(pthread_mutex_clocklock(&mutex, CLOCK_REALTIME, &past), ETIMEDOUT);
    ROW(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &no_time), EINVAL);
    ROW(pthread_mutex_unlock(&mutex), 0);
    ROW(pthread_mutex_consistent(&mutex), EINVAL);
    ROW(pthread_mutex_destroy(&mutex), 0);
}

static void check_recursive(void)
{
    pthread_mutex_t mutex;
    make(&mutex, PTHREAD_MUTEX_RECURSIVE);
    check_free(&mutex);
    ROW(pthread_mutex_unlock(&mutex), EPERM);
    ROW(pthread_mutex_lock(&mutex), 0);
    ROW(pthread_mutex_lock(&mutex), 0);
    ROW(pthread_mutex_trylock(&mutex), 0);
    ROW(pthread_mutex_timedlock(&mutex, &no_time), 0);
    for (int i = 0; i < 4; i++)
        ROW(pthread_mutex_unlock(&mutex), 0);
    ROW(pthread_mutex_unlock(&mutex), EPERM);
    ROW(pthread_mutex_destroy(&mutex), 0);
}

static void check_errorcheck(void)
{
    pthread_mutex_t mutex;
    make(&mutex, PTHREAD_MUTEX_ERRORCHECK);
    check_free(&mutex);
    ROW(pthread_mutex_unlock(&mutex), EPERM);
    ROW(pthread_mutex_lock(&mutex), 0);
    ROW(pthread_mutex_lock(&mutex), EDEADLK);
    ROW(pthread_mutex_trylock(&mutex), EBUSY);
    ROW(pthread_mutex_timedlock(&mutex, &past), EDEADLK);
    ROW(pthread_mutex_timedlock(&mutex, &no_time), EDEADLK);
    ROW(pthread_mutex_unlock(&mutex), 0);
    ROW(pthread_mutex_unlock(&mutex), EPERM);
    ROW(pthread_mutex_destroy(&mutex), 0);
}

static void *others(void *mutex)
{
    ROW(pthread_mutex_trylock(mutex), EBUSY);
    ROW(pthread_mutex_timedlock(mutex, &past), ETIMEDOUT);
    ROW(pthread_mutex_timedlock(mutex, &no_time), EINVAL);
    ROW(pthread_mutex_unlock(mutex), EPERM);
    return NULL;
}

static void check_others(int type)
{
    pthread_mutex_t mutex;
    pthread_t thread;
    make(&mutex, type);
    ROW(pthread_mutex_lock(&mutex), 0);
    ROW(pthread_create(&thread, NULL, others, &mutex), 0);
    ROW(pthread_join(thread, NULL), 0);
    ROW(pthread_mutex_unlock(&mutex), 0);
    ROW(pthread_mutex_destroy(&mutex), 0);
}

int main(void)
{
    check_normal(PTHREAD_MUTEX_NORMAL);
    check_normal(PTHREAD_MUTEX_ADAPTIVE_NP);
    check_recursive();
    check_errorcheck();
    check_others(PTHREAD_MUTEX_RECURSIVE);
    check_others(PTHREAD_MUTEX_ERRORCHECK);
    END_OF_TABLE();
    return 0;
}
