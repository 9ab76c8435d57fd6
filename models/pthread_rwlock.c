/* Read-write locks. No side is preferred: whoever can have the lock may get it. Only pthread_rwlock_tryrdlock may fail
 * for a writer that waits, if the lock is of the kind that prefers those. */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>

/* Threads whose read locks are counted one by one, so that an unlock by a thread that has none is noticed. They end
 * before the word that glibc's static initialisers set. */
enum { COUNTED_THREADS = sizeof(long) == 8 ? 36 : 12 };

/* The word that threads wait for has the number of read locks in its low half, and in the high half a bit for the
 * writer, so that the writer itself can pass and be told that it is the one. Those of higher numbers share one. */
enum { READ_BITS = 16, OWN_BITS = 14, READS = (1 << READ_BITS) - 1, SHARED_BIT = 1 << (READ_BITS + OWN_BITS) };

/* For happens-before, `writer` is what writers give back, `lock` what readers do: those do not wait for each other. */
typedef struct rwlock {
    int lock;
    int writer;                           /* the thread that holds the write lock, or 0 */
    short state, waiting_writers;         /* the latter only as far as somebody can tell */
    unsigned char reads[COUNTED_THREADS]; /* read locks of thread n at n - 1; UCHAR_MAX: too many to count */
} rwlock;

_Static_assert(sizeof(rwlock) <= offsetof(pthread_rwlock_t, __data.__flags), "fits into the user's object");

static void check_alive(const rwlock *r)
{
    if (r->state == DESTROYED)
        misuse("this read-write lock was destroyed");
}

static unsigned char *own_reads(rwlock *r)
{
    int self = __heddle_thread_self();
    return self <= COUNTED_THREADS ? &r->reads[self - 1] : NULL;
}

/* The bit of this thread as a writer, or 0 if it has none of its own. */
static int own_write_bit(void)
{
    int self = __heddle_thread_self();
    return self <= OWN_BITS ? 1 << (READ_BITS + self - 1) : 0;
}

/* `lock` is what the word was in this atomic block: reading it once is cheaper. */
static void take_read(rwlock *r, int lock)
{
    unsigned char *own = own_reads(r);
    unsigned char reads = own ? *own : 0;
    if (own && reads < UCHAR_MAX)
        *own = reads + 1;
    if (lock == READS)
        __heddle_unsupported("more than 65535 read locks of one read-write lock");
    HEDDLE_ACQUIRES(&r->writer);
    r->lock = lock + 1;
}

static void take_write(rwlock *r)
{
    int own = own_write_bit();
    HEDDLE_ACQUIRES(&r->writer);
    HEDDLE_ACQUIRES(&r->lock);
    r->lock = own ? own : SHARED_BIT;
    r->writer = __heddle_thread_self();
}

/* Is this thread one without a bit of its own, and the writer? Nobody else can change that. */
static _Bool is_numberless_writer(const rwlock *r)
{
    return own_write_bit() == 0 && __atomic_load_n(&r->writer, __ATOMIC_RELAXED) == __heddle_thread_self();
}

static int acquire_read(pthread_rwlock_t *rw, enum heddle_wait wait)
{
    rwlock *r = (rwlock *)rw;
    int own = own_write_bit();
    __heddle_check_init(r, sizeof *r);
    if (is_numberless_writer(r))
        return EDEADLK;
    if (!__heddle_await(&r->lock, ~READS & ~own, HEDDLE_EQ, 0, wait, &r->writer))
        return finish(ETIMEDOUT);
    check_alive(r);
    int lock = r->lock;
    if (lock & own)
        return finish(EDEADLK);
    take_read(r, lock);
    return finish(0);
}

/* Only programs that could notice count the writers that wait. */
static _Bool writers_are_preferred(const pthread_rwlock_t *rw)
{
    return __heddle_is_linked("pthread_rwlock_tryrdlock") &&
           rw->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

static void count_waiting_writer(pthread_rwlock_t *rw, int change)
{
    if (!writers_are_preferred(rw))
        return;
    __heddle_atomic_begin();
    ((rwlock *)rw)->waiting_writers += change;
    __heddle_atomic_end();
}

static int await_write(rwlock *r, enum heddle_wait wait)
{
    int own = own_write_bit();
    __heddle_check_init(r, sizeof *r);
    if (is_numberless_writer(r))
        return EDEADLK;
    if (!__heddle_await(&r->lock, ~own, HEDDLE_EQ, 0, wait, &r->writer))
        return finish(ETIMEDOUT);
    check_alive(r);
    if (r->lock & own)
        return finish(EDEADLK);
    take_write(r);
    return finish(0);
}

static int acquire_write(pthread_rwlock_t *rw, enum heddle_wait wait)
{
    count_waiting_writer(rw, 1);
    int result = await_write((rwlock *)rw, wait);
    count_waiting_writer(rw, -1);
    return result;
}

static int acquire_read_until(pthread_rwlock_t *rw, clockid_t clock, const struct timespec *until)
{
    return is_clock_to_wait_by(clock) && is_time(until) ? acquire_read(rw, HEDDLE_TIMEOUT) : EINVAL;
}

static int acquire_write_until(pthread_rwlock_t *rw, clockid_t clock, const struct timespec *until)
{
    return is_clock_to_wait_by(clock) && is_time(until) ? acquire_write(rw, HEDDLE_TIMEOUT) : EINVAL;
}

/* Begins an atomic block. */
static rwlock *enter(pthread_rwlock_t *rw)
{
    rwlock *r = (rwlock *)rw;
    __heddle_atomic_begin();
    __heddle_check_init(r, sizeof *r);
    check_alive(r);
    return r;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *rw)
{
    return acquire_read(rw, HEDDLE_BLOCK);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict rw, const struct timespec *restrict until)
{
    return acquire_read_until(rw, CLOCK_REALTIME, until);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict rw, clockid_t clock, const struct timespec *restrict until)
{
    return acquire_read_until(rw, clock, until);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *rw)
{
    rwlock *r = enter(rw);
    int lock = r->lock;
    if (lock & ~READS)
        return finish(EBUSY);
    if (writers_are_preferred(rw) && r->waiting_writers > 0 && __heddle_nondet_bool())
        return finish(EBUSY);
    take_read(r, lock);
    return finish(0);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *rw)
{
    return acquire_write(rw, HEDDLE_BLOCK);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict rw, const struct timespec *restrict until)
{
    return acquire_write_until(rw, CLOCK_REALTIME, until);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict rw, clockid_t clock, const struct timespec *restrict until)
{
    return acquire_write_until(rw, clock, until);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *rw)
{
    rwlock *r = enter(rw);
    if (r->lock != 0)
        return finish(EBUSY);
    take_write(r);
    return finish(0);
}

static void release_write(rwlock *r)
{
    if (r->writer != __heddle_thread_self())
        misuse("this read-write lock is locked by another thread");
    r->writer = 0;
    r->lock = 0;
    HEDDLE_RELEASES(&r->writer);
}

static void release_read(rwlock *r, int lock)
{
    unsigned char *own = own_reads(r);
    unsigned char reads = own ? *own : UCHAR_MAX;
    if (reads == 0)
        misuse("this thread has not locked this read-write lock");
    if (reads < UCHAR_MAX)
        *own = reads - 1;
    r->lock = lock - 1;
    HEDDLE_RELEASES(&r->lock);
}

int pthread_rwlock_unlock(pthread_rwlock_t *rw)
{
    rwlock *r = enter(rw);
    int lock = r->lock;
    if (lock == 0)
        misuse("this read-write lock is not locked");
    if (lock & ~READS)
        release_write(r);
    else
        release_read(r, lock);
    return finish(0);
}

/* ---- attributes ---- */

typedef struct attributes {
    int kind, shared;
} attributes;

_Static_assert(sizeof(attributes) <= sizeof(pthread_rwlockattr_t), "fits into the user's object");

static attributes *attributes_of(const pthread_rwlockattr_t *user)
{
    __heddle_check_init(user, sizeof(attributes));
    return (attributes *)user;
}

int pthread_rwlock_init(pthread_rwlock_t *restrict rw, const pthread_rwlockattr_t *restrict attribute)
{
    int kind = attribute ? attributes_of(attribute)->kind : PTHREAD_RWLOCK_DEFAULT_NP;
    __heddle_atomic_begin();
    __heddle_memset(rw, 0, sizeof(rwlock));
    __heddle_sync(&((rwlock *)rw)->lock, HEDDLE_FRESH);
    __heddle_sync(&((rwlock *)rw)->writer, HEDDLE_FRESH);
    rw->__data.__flags = (unsigned char)kind;
    return finish(0);
}

int pthread_rwlock_destroy(pthread_rwlock_t *rw)
{
    rwlock *r = enter(rw);
    if (r->lock != 0)
        misuse("destroying a locked read-write lock");
    r->state = DESTROYED;
    return finish(0);
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *user)
{
    *(attributes *)user = (attributes){.kind = PTHREAD_RWLOCK_DEFAULT_NP, .shared = PTHREAD_PROCESS_PRIVATE};
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *user)
{
    check_bytes(user, sizeof *user);
    return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *user, int shared)
{
    if (!is_sharing(shared))
        return EINVAL;
    attributes_of(user)->shared = shared;
    return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *restrict user, int *restrict shared)
{
    *shared = attributes_of(user)->shared;
    return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *user, int kind)
{
    if (kind < PTHREAD_RWLOCK_PREFER_READER_NP || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        return EINVAL;
    attributes_of(user)->kind = kind;
    return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *restrict user, int *restrict kind)
{
    *kind = attributes_of(user)->kind;
    return 0;
}
