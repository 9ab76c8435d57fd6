/* Semaphores: what their operations return.
 *
 * Verdict: SC safe, PSO safe
 */
#include "table.h"

#include <limits.h>
#include <semaphore.h>
#include <time.h>

static const struct timespec past, no_time = {.tv_nsec = 1000000000}, negative = {.tv_nsec = -1};

static void check_empty(sem_t *semaphore)
{
    FAILS(sem_trywait(semaphore), EAGAIN);
    FAILS(sem_timedwait(semaphore, &past), ETIMEDOUT);
    FAILS(sem_timedwait(semaphore, &no_time), EINVAL);
    FAILS(sem_timedwait(semaphore, &negative), EINVAL);
    FAILS(sem_clockwait(semaphore, CLOCK_MONOTONIC, &past), ETIMEDOUT);
    FAILS(sem_clockwait(semaphore, CLOCK_REALTIME, &no_time), EINVAL);
    FAILS(sem_clockwait(semaphore, CLOCK_THREAD_CPUTIME_ID, &past), EINVAL);
}

int main(void)
{
    sem_t semaphore;
    int value = -1;
    FAILS(sem_init(&semaphore, 0, (unsigned)SEM_VALUE_MAX + 1), EINVAL);
    ROW(sem_init(&semaphore, 0, 3), 0);
    GIVES(sem_getvalue(&semaphore, &value), value, 3);
    ROW(sem_wait(&semaphore), 0);
    ROW(sem_trywait(&semaphore), 0);
    ROW(sem_timedwait(&semaphore, &past), 0);
    check_empty(&semaphore);
    ROW(sem_post(&semaphore), 0);
    ROW(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &past), 0);
    GIVES(sem_getvalue(&semaphore, &value), value, 0);
    ROW(sem_destroy(&semaphore), 0);
    ROW(sem_init(&semaphore, 0, SEM_VALUE_MAX), 0);
    FAILS(sem_post(&semaphore), EOVERFLOW);
    GIVES(sem_getvalue(&semaphore, &value), value, SEM_VALUE_MAX);
    ROW(sem_destroy(&semaphore), 0);
    END_OF_TABLE();
    return 0;
}
