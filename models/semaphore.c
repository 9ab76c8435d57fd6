/* POSIX semaphores without a name. Unlike a mutex, one whose bytes are all zero is none: it has no initialiser. */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <semaphore.h>

enum { WHOLE_WORD = -1, READY = 1 };

typedef struct semaphore {
    int value; /* positive in a destroyed semaphore, so that who waits for it gets to know */
    int state; /* READY, DESTROYED, or what the memory held before */
} semaphore;

_Static_assert(sizeof(semaphore) <= sizeof(sem_t), "fits into the user's object");

static void check_alive(const semaphore *s)
{
    if (s->state == DESTROYED)
        misuse("this semaphore was destroyed");
}

static void check_initialised(const semaphore *s)
{
    __heddle_check_init(s, sizeof *s);
    if (s->state == 0)
        misuse("this semaphore was never initialised");
}

/* Begins an atomic block. */
static semaphore *enter(sem_t *user)
{
    semaphore *s = (semaphore *)user;
    __heddle_atomic_begin();
    check_initialised(s);
    check_alive(s);
    return s;
}

/* Ends the atomic block. */
static int fail_with(int error)
{
    __heddle_atomic_end();
    errno = error;
    return -1;
}

static int acquire(sem_t *user, _Bool has_end)
{
    cancellation_point_that_waits();
    semaphore *s = (semaphore *)user;
    check_initialised(s);
    enum heddle_wait wait = has_end || can_be_cancelled() ? HEDDLE_TIMEOUT : HEDDLE_BLOCK;
    if (!__heddle_await(&s->value, WHOLE_WORD, HEDDLE_SGE, 1, wait, NULL)) {
        if (!has_end)
            __heddle_stop(); /* it waits for ever; being cancelled was another choice */
        return fail_with(ETIMEDOUT);
    }
    check_alive(s);
    s->value--;
    return finish(0);
}

int sem_wait(sem_t *user)
{
    return acquire(user, 0);
}

/* As in glibc, the time is looked at first. */
static int acquire_until(sem_t *user, const struct timespec *until)
{
    if (is_time(until))
        return acquire(user, 1);
    errno = EINVAL;
    return -1;
}

int sem_timedwait(sem_t *restrict user, const struct timespec *restrict until)
{
    return acquire_until(user, until);
}

int sem_clockwait(sem_t *restrict user, clockid_t clock, const struct timespec *restrict until)
{
    (void)clock;
    return acquire_until(user, until);
}

int sem_trywait(sem_t *user)
{
    semaphore *s = enter(user);
    if (s->value == 0)
        return fail_with(EAGAIN);
    s->value--;
    return finish(0);
}

int sem_post(sem_t *user)
{
    semaphore *s = enter(user);
    if (s->value == SEM_VALUE_MAX)
        return fail_with(EOVERFLOW);
    s->value++;
    return finish(0);
}

int sem_getvalue(sem_t *restrict user, int *restrict value)
{
    semaphore *s = enter(user);
    *value = s->value;
    return finish(0);
}

int sem_init(sem_t *user, int shared, unsigned value)
{
    (void)shared;
    semaphore *s = (semaphore *)user;
    __heddle_atomic_begin();
    if (value > SEM_VALUE_MAX)
        return fail_with(EINVAL);
    s->value = (int)value;
    s->state = READY;
    return finish(0);
}

int sem_destroy(sem_t *user)
{
    semaphore *s = enter(user);
    s->state = DESTROYED;
    s->value = 1;
    return finish(0);
}
