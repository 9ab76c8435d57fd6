/* Read-write locks. No side is preferred: whoever can have the lock may get it. */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>

enum { WRITE_LOCKED = -1, WHOLE_WORD = -1 };

/* Threads whose read locks are counted one by one, so that an unlock by a thread that has none is noticed. They end
 * before the word that glibc's static initialisers set. */
enum { COUNTED_THREADS = sizeof(long) == 8 ? 36 : 12 };

typedef struct rwlock {
    int lock;   /* number of read locks, or WRITE_LOCKED */
    int writer; /* the thread that holds the write lock, or 0 */
    int state;
    unsigned char reads[COUNTED_THREADS]; /* read locks of thread n at n - 1 */
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

static void take_read(rwlock *r)
{
    unsigned char *own = own_reads(r);
    if (own) {
        if (*own == UCHAR_MAX)
            __heddle_unsupported("more than 255 read locks of one thread on one read-write lock");
        ++*own;
    }
    r->lock++;
}

static void take_write(rwlock *r)
{
    r->lock = WRITE_LOCKED;
    r->writer = __heddle_thread_self();
}

static int acquire_read(pthread_rwlock_t *rw, enum heddle_wait wait)
{
    rwlock *r = (rwlock *)rw;
    __heddle_check_init(r, sizeof *r);
    if (!__heddle_await(&r->lock, WHOLE_WORD, HEDDLE_SGE, 0, wait, &r->writer))
        return finish(ETIMEDOUT);
    check_alive(r);
    take_read(r);
    return finish(0);
}

static int acquire_write(pthread_rwlock_t *rw, enum heddle_wait wait)
{
    rwlock *r = (rwlock *)rw;
    __heddle_check_init(r, sizeof *r);
    if (!__heddle_await(&r->lock, WHOLE_WORD, HEDDLE_EQ, 0, wait, &r->writer))
        return finish(ETIMEDOUT);
    check_alive(r);
    take_write(r);
    return finish(0);
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
    return is_time(until) ? acquire_read(rw, HEDDLE_TIMEOUT) : EINVAL;
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict rw, clockid_t clock, const struct timespec *restrict until)
{
    (void)clock;
    return is_time(until) ? acquire_read(rw, HEDDLE_TIMEOUT) : EINVAL;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *rw)
{
    rwlock *r = enter(rw);
    if (r->lock == WRITE_LOCKED)
        return finish(EBUSY);
    take_read(r);
    return finish(0);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *rw)
{
    return acquire_write(rw, HEDDLE_BLOCK);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict rw, const struct timespec *restrict until)
{
    return is_time(until) ? acquire_write(rw, HEDDLE_TIMEOUT) : EINVAL;
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict rw, clockid_t clock, const struct timespec *restrict until)
{
    (void)clock;
    return is_time(until) ? acquire_write(rw, HEDDLE_TIMEOUT) : EINVAL;
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
}

static void release_read(rwlock *r)
{
    unsigned char *own = own_reads(r);
    if (own) {
        if (*own == 0)
            misuse("this thread has not locked this read-write lock");
        --*own;
    }
    r->lock--;
}

int pthread_rwlock_unlock(pthread_rwlock_t *rw)
{
    rwlock *r = enter(rw);
    if (r->lock == 0)
        misuse("this read-write lock is not locked");
    if (r->lock == WRITE_LOCKED)
        release_write(r);
    else
        release_read(r);
    return finish(0);
}

int pthread_rwlock_init(pthread_rwlock_t *restrict rw, const pthread_rwlockattr_t *restrict attribute)
{
    if (attribute)
        check_bytes(attribute, sizeof *attribute);
    __heddle_atomic_begin();
    __heddle_memset(rw, 0, sizeof(rwlock));
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

int pthread_rwlockattr_init(pthread_rwlockattr_t *attribute)
{
    check_bytes(attribute, sizeof *attribute);
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attribute)
{
    check_bytes(attribute, sizeof *attribute);
    return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attribute, int shared)
{
    check_bytes(attribute, sizeof *attribute);
    (void)shared;
    return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attribute, int kind)
{
    check_bytes(attribute, sizeof *attribute);
    (void)kind;
    return 0;
}
