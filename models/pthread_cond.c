/* Condition variables, as POSIX has them: a signal wakes one of the threads that wait at that moment, any of them, and
 * a thread may also wake up without a signal. */
#include "internal.h"

#include <errno.h>
#include <pthread.h>

typedef struct condition {
    uint64_t signalled; /* threads chosen by a signal that have not woken up yet */
    uint64_t waiting;   /* threads that wait and were not chosen */
    long state;
} condition;

_Static_assert(sizeof(condition) <= sizeof(pthread_cond_t), "fits into the user's object");

/* Begins an atomic block. */
static condition *enter(pthread_cond_t *cond)
{
    condition *c = (condition *)cond;
    __heddle_atomic_begin();
    __heddle_check_init(c, sizeof *c);
    if (c->state == DESTROYED)
        misuse("this condition variable was destroyed");
    return c;
}

/* Begins to wait, and ends the atomic block. */
static void begin_wait(condition *c, uint64_t self)
{
    c->waiting |= self;
    if (can_be_cancelled())
        __heddle_cancel_register(&c->signalled, self);
    __heddle_atomic_end();
}

/* Inside the await's atomic block: is it cancellation that ends this wait? A signal takes its thread out of `waiting`,
 * pthread_cancel does not. Whoever was signalled and cancelled may end either way, unless there is another thread for
 * which the signal would be lost. */
static _Bool is_woken_by_cancel(condition *c, uint64_t self)
{
    __heddle_cancel_unregister();
    if (!__heddle_is_cancelled())
        return 0;
    return c->waiting & self || (c->waiting == 0 && __heddle_nondet_bool());
}

/* A thread that was cancelled does not wait, but lets go of the mutex for a moment. One that is cancelled while it
 * waits takes no signal. */
static int wait_until_woken(pthread_cond_t *cond, pthread_mutex_t *mutex, _Bool has_end)
{
    uint64_t self = own_bit();
    condition *c = enter(cond);
    int result = pthread_mutex_unlock(mutex);
    if (result)
        return finish(result);
    begin_wait(c, self);
    int is_woken =
        __heddle_await64(&c->signalled, self, HEDDLE_NE, 0, has_end ? HEDDLE_TIMEOUT : HEDDLE_SPURIOUS, NULL);
    if (!is_woken)
        result = has_end && __heddle_nondet_bool() ? ETIMEDOUT : 0;
    _Bool is_cancelled = can_be_cancelled() && is_woken_by_cancel(c, self);
    c->waiting &= ~self;
    c->signalled &= ~self;
    HEDDLE_RELEASES(c); /* to who destroys it */
    __heddle_atomic_end();
    int locked = pthread_mutex_lock(mutex); /* a robust one may be left by somebody who ended */
    if (is_cancelled)
        __heddle_cancel();
    return locked ? locked : result;
}

int pthread_cond_wait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex)
{
    return wait_until_woken(cond, mutex, 0);
}

int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until)
{
    return is_time(until) ? wait_until_woken(cond, mutex, 1) : EINVAL;
}

int pthread_cond_clockwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex, clockid_t clock,
                           const struct timespec *restrict until)
{
    return is_time(until) && is_clock_to_wait_by(clock) ? wait_until_woken(cond, mutex, 1) : EINVAL;
}

static uint64_t choose_one_of(uint64_t threads)
{
    uint64_t chosen = threads & -threads;
    while (threads != chosen && __heddle_nondet_bool()) {
        threads &= ~chosen;
        chosen = threads & -threads;
    }
    return chosen;
}

static void wake(condition *c, uint64_t threads)
{
    c->waiting &= ~threads;
    c->signalled |= threads;
}

int pthread_cond_signal(pthread_cond_t *cond)
{
    condition *c = enter(cond);
    if (c->waiting)
        wake(c, choose_one_of(c->waiting));
    return finish(0);
}

int pthread_cond_broadcast(pthread_cond_t *cond)
{
    condition *c = enter(cond);
    if (c->waiting)
        wake(c, c->waiting);
    return finish(0);
}

int pthread_cond_init(pthread_cond_t *restrict cond, const pthread_condattr_t *restrict attribute)
{
    if (attribute)
        check_bytes(attribute, sizeof *attribute);
    condition *c = (condition *)cond;
    __heddle_atomic_begin();
    c->signalled = 0;
    c->waiting = 0;
    c->state = 0;
    return finish(0);
}

/* Threads that were signalled may still be on their way out: POSIX lets a program destroy and free the condition
 * variable right after a broadcast, so this waits for them. */
int pthread_cond_destroy(pthread_cond_t *cond)
{
    condition *c = (condition *)cond;
    __heddle_check_init(c, sizeof *c);
    __heddle_await64(&c->signalled, ALL_THREADS, HEDDLE_EQ, 0, HEDDLE_BLOCK, NULL);
    if (c->state == DESTROYED)
        misuse("this condition variable was destroyed");
    if (c->waiting)
        misuse("destroying a condition variable that a thread waits for");
    HEDDLE_ACQUIRES(c);
    c->state = DESTROYED;
    return finish(0);
}

/* ---- attributes: kept for whoever asks ---- */

typedef struct attributes {
    uint16_t clock, shared;
} attributes;

_Static_assert(sizeof(attributes) <= sizeof(pthread_condattr_t), "fits into the user's object");

static attributes *attributes_of(const pthread_condattr_t *user)
{
    __heddle_check_init(user, sizeof(attributes));
    return (attributes *)user;
}

int pthread_condattr_init(pthread_condattr_t *user)
{
    *(attributes *)user = (attributes){.clock = CLOCK_REALTIME, .shared = PTHREAD_PROCESS_PRIVATE};
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *user)
{
    check_bytes(user, sizeof *user);
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *user, clockid_t clock)
{
    if (!is_clock_to_wait_by(clock))
        return EINVAL;
    attributes_of(user)->clock = (uint16_t)clock;
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *restrict user, clockid_t *restrict clock)
{
    *clock = attributes_of(user)->clock;
    return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *user, int shared)
{
    if (!is_sharing(shared))
        return EINVAL;
    attributes_of(user)->shared = (uint16_t)shared;
    return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t *restrict user, int *restrict shared)
{
    *shared = attributes_of(user)->shared;
    return 0;
}
