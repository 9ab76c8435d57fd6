/* Joins that do not wait for ever.
 *
 * Verdict: SC bounded
 * Check: safe
 */
#include "table.h"

#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static const struct timespec past;
static sem_t go;

static void *wait(void *argument)
{
    ROW(sem_wait(&go), 0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    clockid_t clock = -1;
    struct timespec now;
    void *result = NULL;
    ROW(sem_init(&go, 0, 0), 0);
    ROW(pthread_create(&thread, NULL, wait, &go), 0);
    ROW(pthread_tryjoin_np(thread, &result), EBUSY);
    ROW(pthread_tryjoin_np(pthread_self(), NULL), EBUSY);
    ROW(pthread_timedjoin_np(pthread_self(), NULL, &past), EDEADLK);
    ROW(pthread_clockjoin_np(pthread_self(), NULL, 77, &past), EINVAL);
    ROW(pthread_timedjoin_np(thread, &result, &past), ETIMEDOUT);
    ROW(pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &past), ETIMEDOUT);
    ROW(pthread_clockjoin_np(thread, &result, 77, &past), EINVAL);
    ROW(pthread_getcpuclockid(pthread_self(), &clock), 0);
    ROW(clock_gettime(clock, &now), 0);
    ROW(pthread_atfork(NULL, NULL, NULL), 0);
    ROW(result, NULL);
    ROW(sem_post(&go), 0);
    int error = pthread_tryjoin_np(thread, &result);
    assert(error == 0 || error == EBUSY);
    if (error == EBUSY)
        ROW(pthread_timedjoin_np(thread, &result, NULL), 0);
    ROW(result, &go);
    END_OF_TABLE();
    return 0;
}
