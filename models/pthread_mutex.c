/* Mutexes, in glibc's layout, since its static initialisers set __kind.
 *
 * A plain mutex (normal or adaptive) has the number of its holder, or 0, in __lock. A tracked one (recursive or
 * errorcheck), whose holder may come again without blocking, has it in __owner, and TRACKED_LOCKED in __lock. So
 * "the low half of __lock is 0" is where a plain lock waits and a tracked one passes: only a contended tracked mutex
 * takes a second step. A mutex that was destroyed has DESTROYED in __nusers, and keeps its kind: so that the kind is
 * the same all the time, as long as nobody calls pthread_mutex_init. */
#include "internal.h"

#include <errno.h>
#include <pthread.h>

enum { PLAIN_HOLDER = 0xffff, TRACKED_LOCKED = 0x10000, WHOLE_WORD = -1 };

static int is_tracked(const pthread_mutex_t *mutex)
{
    return mutex->__data.__kind == PTHREAD_MUTEX_RECURSIVE || mutex->__data.__kind == PTHREAD_MUTEX_ERRORCHECK;
}

static void check_initialised(const pthread_mutex_t *mutex)
{
    __heddle_check_init(&mutex->__data.__lock, sizeof mutex->__data.__lock);
    __heddle_check_init(&mutex->__data.__kind, sizeof mutex->__data.__kind);
}

static void check_alive(const pthread_mutex_t *mutex)
{
    if (mutex->__data.__nusers == (unsigned)DESTROYED)
        misuse("this mutex was destroyed");
}

/* Takes the mutex, inside the operation's atomic block, where it is free or tracked and this thread's own. `again` is
 * what an errorcheck mutex answers to its holder. */
static int take(pthread_mutex_t *mutex, int again)
{
    int self = __heddle_thread_self();
    if (!is_tracked(mutex)) {
        mutex->__data.__lock = self;
        return 0;
    }
    if (mutex->__data.__owner == self) {
        if (mutex->__data.__kind == PTHREAD_MUTEX_ERRORCHECK)
            return again;
        mutex->__data.__count++;
        return 0;
    }
    mutex->__data.__lock = TRACKED_LOCKED;
    mutex->__data.__owner = self;
    mutex->__data.__count = 1;
    return 0;
}

static int is_in_the_way(const pthread_mutex_t *mutex)
{
    if (!is_tracked(mutex))
        return mutex->__data.__lock != 0;
    return mutex->__data.__lock != 0 && mutex->__data.__owner != __heddle_thread_self();
}

static int acquire(pthread_mutex_t *mutex, enum heddle_wait wait)
{
    int *lock = &mutex->__data.__lock;
    check_initialised(mutex);
    int is_free = __heddle_await(lock, PLAIN_HOLDER, HEDDLE_EQ, 0, wait, lock);
    if (wait != HEDDLE_BLOCK)
        __heddle_lock_watched(lock);
    if (!is_free)
        return finish(ETIMEDOUT);
    check_alive(mutex);
    if (!is_tracked(mutex)) {
        *lock = __heddle_thread_self();
        if (wait == HEDDLE_BLOCK)
            __heddle_lock_taken(lock);
        return finish(0);
    }
    if (!is_in_the_way(mutex))
        return finish(take(mutex, EDEADLK));
    /* Ends here by itself, and not behind the branch: atomic blocks that began on different paths do not mix. */
    __heddle_atomic_end();
    if (!__heddle_await(lock, WHOLE_WORD, HEDDLE_EQ, 0, wait, &mutex->__data.__owner))
        return finish(ETIMEDOUT);
    check_alive(mutex);
    return finish(take(mutex, EDEADLK));
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return acquire(mutex, HEDDLE_BLOCK);
}

/* As in glibc, what is no time only matters to those who would have to wait. */
static int acquire_until(pthread_mutex_t *mutex, const struct timespec *until)
{
    if (is_time(until))
        return acquire(mutex, HEDDLE_TIMEOUT);
    int result = pthread_mutex_trylock(mutex);
    return result == EBUSY ? EINVAL : result;
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict until)
{
    return acquire_until(mutex, until);
}

int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock, const struct timespec *restrict until)
{
    (void)clock;
    return acquire_until(mutex, until);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    __heddle_atomic_begin();
    check_initialised(mutex);
    check_alive(mutex);
    int is_busy = is_in_the_way(mutex);
    __heddle_lock_watched(&mutex->__data.__lock);
    return finish(is_busy ? EBUSY : take(mutex, EBUSY));
}

static void release_plain(pthread_mutex_t *mutex)
{
    int holder = mutex->__data.__lock;
    if (holder == 0)
        misuse("this mutex is not locked");
    if (holder != __heddle_thread_self())
        misuse("this mutex is locked by another thread");
    mutex->__data.__lock = 0;
    __heddle_lock_given(&mutex->__data.__lock);
}

static int release_tracked(pthread_mutex_t *mutex)
{
    if (mutex->__data.__owner != __heddle_thread_self())
        return EPERM;
    if (--mutex->__data.__count == 0) {
        mutex->__data.__owner = 0;
        mutex->__data.__lock = 0;
    }
    return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    __heddle_atomic_begin();
    check_initialised(mutex);
    check_alive(mutex);
    if (is_tracked(mutex))
        return finish(release_tracked(mutex));
    release_plain(mutex);
    return finish(0);
}

/* A mutex attribute is the kind. */
static int *kind_of(const pthread_mutexattr_t *attribute)
{
    return (int *)attribute;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attribute)
{
    __heddle_atomic_begin();
    mutex->__data.__lock = 0;
    mutex->__data.__owner = 0;
    mutex->__data.__count = 0;
    mutex->__data.__nusers = 0;
    mutex->__data.__kind = attribute ? *kind_of(attribute) : PTHREAD_MUTEX_DEFAULT;
    return finish(0);
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    __heddle_atomic_begin();
    check_initialised(mutex);
    check_alive(mutex);
    if (mutex->__data.__lock != 0)
        misuse("destroying a locked mutex");
    mutex->__data.__nusers = (unsigned)DESTROYED;
    return finish(0);
}

int pthread_mutexattr_init(pthread_mutexattr_t *attribute)
{
    *kind_of(attribute) = PTHREAD_MUTEX_DEFAULT;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attribute)
{
    check_bytes(attribute, sizeof *attribute);
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attribute, int kind)
{
    if (kind < PTHREAD_MUTEX_NORMAL || kind > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    *kind_of(attribute) = kind;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attribute, int *restrict kind)
{
    *kind = *kind_of(attribute);
    return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attribute, int shared)
{
    check_bytes(attribute, sizeof *attribute);
    (void)shared;
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attribute, int protocol)
{
    check_bytes(attribute, sizeof *attribute);
    (void)protocol;
    return 0;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attribute, int ceiling)
{
    check_bytes(attribute, sizeof *attribute);
    (void)ceiling;
    return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attribute, int robustness)
{
    check_bytes(attribute, sizeof *attribute);
    if (robustness != PTHREAD_MUTEX_STALLED)
        __heddle_unsupported("a robust mutex");
    return 0;
}
