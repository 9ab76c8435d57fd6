/* Mutexes, in glibc's layout, since its static initialisers set __kind.
 *
 * A plain mutex (normal or adaptive) has the number of its holder, or 0, in __lock. A tracked one (recursive or
 * errorcheck), whose holder may come again without blocking, has it in __owner, and TRACKED_LOCKED in __lock. So
 * "the low half of __lock is 0" is where a plain lock waits and a tracked one passes: only a contended tracked mutex
 * takes a second step. A mutex that was destroyed has DESTROYED in __nusers, and keeps its kind: so that the kind is
 * the same all the time, as long as nobody calls pthread_mutex_init.
 *
 * A robust mutex has ROBUST in its kind, and is tracked. A thread knows those that it holds, and gives them back when
 * it ends; __nusers then says in what state they are. */
#include "internal.h"
#include "mutex.h"

#include <errno.h>
#include <pthread.h>

enum { PLAIN_HOLDER = 0xffff, TRACKED_LOCKED = 0x10000, WHOLE_WORD = -1 };

/* In __nusers, besides DESTROYED. */
enum { CONSISTENT, OWNER_DIED, NOT_RECOVERABLE };

static int type_of(const pthread_mutex_t *mutex)
{
    return mutex->__data.__kind & MUTEX_TYPE;
}

static int is_robust(const pthread_mutex_t *mutex)
{
    return robust_mutexes_exist() && mutex->__data.__kind & MUTEX_ROBUST;
}

static int is_tracked(const pthread_mutex_t *mutex)
{
    return mutex->__data.__kind != PTHREAD_MUTEX_NORMAL && mutex->__data.__kind != PTHREAD_MUTEX_ADAPTIVE_NP;
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

/* ---- robust mutexes that this thread holds ---- */

enum { MOST_HELD = 16 };

static _Thread_local pthread_mutex_t *held[MOST_HELD];
static _Thread_local int held_count;

static void note_held(pthread_mutex_t *mutex)
{
    if (held_count == MOST_HELD)
        __heddle_unsupported("a thread that holds more than 16 robust mutexes");
    held[held_count++] = mutex;
}

static void note_released(const pthread_mutex_t *mutex)
{
    int at = 0;
    while (held[at] != mutex)
        at++;
    held[at] = held[--held_count];
}

static void set_free(pthread_mutex_t *mutex)
{
    mutex->__data.__count = 0;
    mutex->__data.__owner = 0;
    mutex->__data.__lock = 0;
    HEDDLE_RELEASES(mutex);
}

void __heddle_leave_robust_mutexes(void)
{
    while (held_count > 0) {
        pthread_mutex_t *mutex = held[--held_count];
        __heddle_atomic_begin();
        mutex->__data.__nusers = OWNER_DIED;
        set_free(mutex);
        __heddle_atomic_end();
    }
}

int pthread_mutex_consistent(pthread_mutex_t *mutex)
{
    __heddle_atomic_begin();
    check_initialised(mutex);
    check_alive(mutex);
    if (!is_robust(mutex) || mutex->__data.__nusers != OWNER_DIED || mutex->__data.__owner != __heddle_thread_self())
        return finish(EINVAL);
    mutex->__data.__nusers = CONSISTENT;
    return finish(0);
}

/* ---- locking ---- */

/* What a thread is told that takes a free robust mutex; only ENOTRECOVERABLE says that it does not get it. */
static int answer_of_robust(pthread_mutex_t *mutex)
{
    if (mutex->__data.__nusers == NOT_RECOVERABLE)
        return ENOTRECOVERABLE;
    note_held(mutex);
    return mutex->__data.__nusers == OWNER_DIED ? EOWNERDEAD : 0;
}

/* Takes the mutex, inside the operation's atomic block, where it is free or tracked and this thread's own. `again` is
 * what an errorcheck mutex answers to its holder. */
static int take(pthread_mutex_t *mutex, int again)
{
    int self = __heddle_thread_self();
    if (!is_tracked(mutex)) {
        HEDDLE_ACQUIRES(mutex);
        mutex->__data.__lock = self;
        return 0;
    }
    if (mutex->__data.__owner == self) {
        if (type_of(mutex) == PTHREAD_MUTEX_ERRORCHECK)
            return again;
        mutex->__data.__count++;
        return 0;
    }
    int answer = is_robust(mutex) ? answer_of_robust(mutex) : 0;
    if (answer == ENOTRECOVERABLE)
        return answer;
    HEDDLE_ACQUIRES(mutex);
    mutex->__data.__lock = TRACKED_LOCKED;
    mutex->__data.__owner = self;
    mutex->__data.__count = 1;
    return answer;
}

/* Also its holder, if it is a robust one of the normal type. */
static int is_in_the_way(const pthread_mutex_t *mutex)
{
    if (!is_tracked(mutex))
        return mutex->__data.__lock != 0;
    if (is_robust(mutex) && type_of(mutex) != PTHREAD_MUTEX_RECURSIVE && type_of(mutex) != PTHREAD_MUTEX_ERRORCHECK)
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
        HEDDLE_ACQUIRES(mutex);
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

/* Takes it if it is free; else the answer if somebody has it, or if its holder may not have it again. */
static int acquire_at_once(pthread_mutex_t *mutex, int taken, int again)
{
    __heddle_atomic_begin();
    check_initialised(mutex);
    check_alive(mutex);
    int is_busy = is_in_the_way(mutex);
    __heddle_lock_watched(&mutex->__data.__lock);
    return finish(is_busy ? taken : take(mutex, again));
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    return acquire_at_once(mutex, EBUSY, EBUSY);
}

/* As in glibc, what is no time only matters to those who would have to wait. */
static int acquire_until(pthread_mutex_t *mutex, const struct timespec *until)
{
    return is_time(until) ? acquire(mutex, HEDDLE_TIMEOUT) : acquire_at_once(mutex, EINVAL, EDEADLK);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict until)
{
    return acquire_until(mutex, until);
}

int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock, const struct timespec *restrict until)
{
    return is_clock_to_wait_by(clock) ? acquire_until(mutex, until) : EINVAL;
}

static void release_plain(pthread_mutex_t *mutex)
{
    int holder = mutex->__data.__lock;
    if (holder == 0)
        misuse("this mutex is not locked");
    if (holder != __heddle_thread_self())
        misuse("this mutex is locked by another thread");
    mutex->__data.__lock = 0;
    HEDDLE_RELEASES(mutex);
    __heddle_lock_given(&mutex->__data.__lock);
}

void __heddle_drop_mutex(pthread_mutex_t *mutex)
{
    check_initialised(mutex);
    if (is_tracked(mutex) && mutex->__data.__owner == __heddle_thread_self())
        set_free(mutex);
    else if (!is_tracked(mutex) && mutex->__data.__lock == __heddle_thread_self())
        release_plain(mutex);
}

static int release_tracked(pthread_mutex_t *mutex)
{
    if (mutex->__data.__owner != __heddle_thread_self())
        return EPERM;
    if (--mutex->__data.__count > 0)
        return 0;
    if (is_robust(mutex)) {
        note_released(mutex);
        if (mutex->__data.__nusers == OWNER_DIED)
            mutex->__data.__nusers = NOT_RECOVERABLE;
    }
    mutex->__data.__owner = 0;
    mutex->__data.__lock = 0;
    HEDDLE_RELEASES(mutex);
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

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attribute)
{
    __heddle_atomic_begin();
    mutex->__data.__lock = 0;
    mutex->__data.__owner = 0;
    mutex->__data.__count = 0;
    mutex->__data.__nusers = 0;
    __heddle_sync(mutex, HEDDLE_FRESH);
    mutex->__data.__kind = attribute ? *(const int *)attribute & (MUTEX_TYPE | MUTEX_ROBUST) : PTHREAD_MUTEX_DEFAULT;
    if (mutexes_have_ceilings())
        *mutex_ceiling(mutex) = attribute ? mutexattr_ceiling(*(const int *)attribute) : 0;
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
