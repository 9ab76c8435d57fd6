/* POSIX semaphores without a name. Unlike a mutex, one whose bytes are all zero is none: it has no initialiser. */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <semaphore.h>

enum { WHOLE_WORD = -1, READY = 1 };

typedef struct semaphore {
    union {
        struct {
            int value;     /* positive in a destroyed semaphore, so that who waits for it gets to know */
            int cancelled; /* threads that wait and are cancelled: the bit of thread n is n - 1 */
        };
        uint64_t both; /* what a thread that may be cancelled waits for */
    };
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
    __heddle_check_init(&s->value, sizeof s->value);
    __heddle_check_init(&s->state, sizeof s->state);
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

/* After the await, in its atomic block. */
static int take(semaphore *s)
{
    check_alive(s);
    s->value--;
    HEDDLE_ACQUIRES(s);
    return finish(0);
}

/* As below, where the thread may be cancelled while it waits. A value that is there is taken before: that a thread is
 * cancelled although it could go on was another choice, at the cancellation point before. */
static int acquire_or_cancel(semaphore *s, _Bool has_end)
{
    enum { VALUE_BITS = 32 };
    int self = __heddle_thread_self();
    if (self > VALUE_BITS)
        __heddle_unsupported("pthread_cancel, where a thread with a number above 32 waits for a semaphore");
    uint64_t own = UINT64_C(1) << (VALUE_BITS + self - 1);
    __heddle_atomic_begin();
    if (s->value > 0)
        return take(s);
    __heddle_cancel_register(&s->both, own);
    __heddle_atomic_end();
    __heddle_await64(&s->both, INT_MAX | own, HEDDLE_NE, 0, has_end ? HEDDLE_TIMEOUT : HEDDLE_BLOCK, NULL);
    _Bool is_cancelled = (s->both & own) != 0;
    s->both &= ~own;
    __heddle_cancel_unregister();
    if (s->value > 0)
        return take(s);
    if (!is_cancelled)
        return fail_with(ETIMEDOUT);
    __heddle_atomic_end();
    __heddle_cancel();
}

static int acquire(sem_t *user, _Bool has_end)
{
    cancellation_point();
    semaphore *s = (semaphore *)user;
    check_initialised(s);
    if (can_be_cancelled())
        return acquire_or_cancel(s, has_end);
    if (!__heddle_await(&s->value, WHOLE_WORD, HEDDLE_SGE, 1, has_end ? HEDDLE_TIMEOUT : HEDDLE_BLOCK, NULL))
        return fail_with(ETIMEDOUT);
    return take(s);
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
    if (is_clock_to_wait_by(clock))
        return acquire_until(user, until);
    errno = EINVAL;
    return -1;
}

int sem_trywait(sem_t *user)
{
    semaphore *s = enter(user);
    if (s->value == 0)
        return fail_with(EAGAIN);
    s->value--;
    HEDDLE_ACQUIRES(s);
    return finish(0);
}

int sem_post(sem_t *user)
{
    semaphore *s = enter(user);
    if (s->value == SEM_VALUE_MAX)
        return fail_with(EOVERFLOW);
    s->value++;
    HEDDLE_RELEASES(s);
    return finish(0);
}

int sem_getvalue(sem_t *restrict user, int *restrict value)
{
    semaphore *s = enter(user);
    int now = s->value;
    __heddle_atomic_end();
    *value = now;
    return 0;
}

int sem_init(sem_t *user, int shared, unsigned value)
{
    (void)shared;
    semaphore *s = (semaphore *)user;
    __heddle_atomic_begin();
    if (value > SEM_VALUE_MAX)
        return fail_with(EINVAL);
    s->value = (int)value;
    if (can_be_cancelled())
        s->cancelled = 0;
    s->state = READY;
    __heddle_sync(s, HEDDLE_FRESH);
    return finish(0);
}

int sem_destroy(sem_t *user)
{
    semaphore *s = enter(user);
    s->state = DESTROYED;
    s->value = 1;
    return finish(0);
}
