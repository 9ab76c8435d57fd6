/* What the operations on semaphores answer.
 *
 * Verdict: SC safe, PSO safe
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

int main(void)
{
    sem_t s;
    int value;
    struct timespec until = {.tv_sec = 1};
    assert(sem_init(&s, 0, (unsigned)SEM_VALUE_MAX + 1) == -1 && errno == EINVAL);
    assert(sem_init(&s, 0, 2) == 0);
    assert(sem_getvalue(&s, &value) == 0 && value == 2);
    assert(sem_wait(&s) == 0);
    assert(sem_trywait(&s) == 0);
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    errno = 0;
    assert(sem_timedwait(&s, &until) == -1 && errno == ETIMEDOUT);
    assert(sem_clockwait(&s, CLOCK_MONOTONIC, &until) == -1 && errno == ETIMEDOUT);
    assert(sem_post(&s) == 0);
    assert(sem_getvalue(&s, &value) == 0 && value == 1);
    assert(sem_destroy(&s) == 0);
    assert(sem_init(&s, 0, SEM_VALUE_MAX - 1) == 0 && sem_post(&s) == 0);
    errno = 0;
    assert(sem_post(&s) == -1 && errno == EOVERFLOW);
    assert(sem_getvalue(&s, &value) == 0 && value == SEM_VALUE_MAX);
    return 0;
}
