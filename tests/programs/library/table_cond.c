/* Condition variables: what their operations return, and their attributes.
 *
 * Verdict: SC safe, PSO safe
 */
#include "table.h"

#include <pthread.h>
#include <time.h>

static const struct timespec past, no_time = {.tv_nsec = 1000000000}, negative = {.tv_nsec = -1};

static void check_times(pthread_cond_t *condition)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    ROW(pthread_mutex_lock(&mutex), 0);
    ROW(pthread_cond_timedwait(condition, &mutex, &no_time), EINVAL);
    ROW(pthread_cond_timedwait(condition, &mutex, &negative), EINVAL);
    ROW(pthread_cond_clockwait(condition, &mutex, CLOCK_MONOTONIC, &no_time), EINVAL);
    ROW(pthread_cond_clockwait(condition, &mutex, CLOCK_THREAD_CPUTIME_ID, &past), EINVAL);
    ROW(pthread_cond_clockwait(condition, &mutex, 77, &past), EINVAL);
    int error = pthread_cond_timedwait(condition, &mutex, &past);
    assert(error == ETIMEDOUT || error == 0);
    error = pthread_cond_clockwait(condition, &mutex, CLOCK_MONOTONIC, &past);
    assert(error == ETIMEDOUT || error == 0);
    ROW(pthread_mutex_trylock(&mutex), EBUSY); /* it has the mutex again */
    ROW(pthread_mutex_unlock(&mutex), 0);
}

static void check_mutex_of_another_type(pthread_cond_t *condition)
{
    pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
    ROW(pthread_cond_wait(condition, &mutex), EPERM);
    ROW(pthread_cond_timedwait(condition, &mutex, &past), EPERM);
}

static void check_attributes(pthread_condattr_t *a)
{
    int value = -1;
    clockid_t clock = -1;
    ROW(pthread_condattr_init(a), 0);
    GIVES(pthread_condattr_getclock(a, &clock), clock, CLOCK_REALTIME);
    GIVES(pthread_condattr_getpshared(a, &value), value, PTHREAD_PROCESS_PRIVATE);
    ROW(pthread_condattr_setclock(a, CLOCK_MONOTONIC), 0);
    ROW(pthread_condattr_setclock(a, CLOCK_PROCESS_CPUTIME_ID), EINVAL);
    ROW(pthread_condattr_setclock(a, -1), EINVAL);
    ROW(pthread_condattr_setpshared(a, PTHREAD_PROCESS_SHARED), 0);
    ROW(pthread_condattr_setpshared(a, -1), EINVAL);
    GIVES(pthread_condattr_getclock(a, &clock), clock, CLOCK_MONOTONIC);
    GIVES(pthread_condattr_getpshared(a, &value), value, PTHREAD_PROCESS_SHARED);
}

int main(void)
{
    pthread_cond_t condition;
    pthread_condattr_t a;
    check_attributes(&a);
    ROW(pthread_cond_init(&condition, &a), 0);
    ROW(pthread_condattr_destroy(&a), 0);
    ROW(pthread_cond_signal(&condition), 0);
    ROW(pthread_cond_broadcast(&condition), 0);
    check_times(&condition);
    check_mutex_of_another_type(&condition);
    ROW(pthread_cond_destroy(&condition), 0);
    END_OF_TABLE();
    return 0;
}
