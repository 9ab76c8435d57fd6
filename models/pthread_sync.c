/* Spin locks, barriers, and pthread_once. */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>

enum { WHOLE_WORD = -1 };

/* ---- spin locks: the number of the holder, 0 if free, SPIN_DESTROYED ---- */

enum { SPIN_DESTROYED = -1 };

static int *enter_spin(pthread_spinlock_t *spin)
{
    int *holder = (int *)spin;
    __heddle_atomic_begin();
    __heddle_check_init(holder, sizeof *holder);
    if (*holder == SPIN_DESTROYED)
        misuse("this spin lock was destroyed");
    return holder;
}

int pthread_spin_lock(pthread_spinlock_t *spin)
{
    int *holder = (int *)spin;
    __heddle_check_init(holder, sizeof *holder);
    __heddle_await(holder, WHOLE_WORD, HEDDLE_SLT, 1, HEDDLE_BLOCK, holder);
    if (*holder == SPIN_DESTROYED)
        misuse("this spin lock was destroyed");
    HEDDLE_ACQUIRES(holder);
    *holder = __heddle_thread_self();
    __heddle_lock_taken(holder);
    return finish(0);
}

int pthread_spin_trylock(pthread_spinlock_t *spin)
{
    int *holder = enter_spin(spin);
    if (*holder)
        return finish(EBUSY);
    HEDDLE_ACQUIRES(holder);
    *holder = __heddle_thread_self();
    return finish(0);
}

int pthread_spin_unlock(pthread_spinlock_t *spin)
{
    int *holder = enter_spin(spin);
    if (*holder == 0)
        misuse("this spin lock is not locked");
    if (*holder != __heddle_thread_self())
        misuse("this spin lock is locked by another thread");
    *holder = 0;
    HEDDLE_RELEASES(holder);
    __heddle_lock_given(holder);
    return finish(0);
}

int pthread_spin_init(pthread_spinlock_t *spin, int shared)
{
    int *holder = (int *)spin; /* no volatile accesses, which would be the user's */
    (void)shared;
    __heddle_atomic_begin();
    *holder = 0;
    __heddle_sync(holder, HEDDLE_FRESH);
    return finish(0);
}

int pthread_spin_destroy(pthread_spinlock_t *spin)
{
    int *holder = enter_spin(spin);
    if (*holder)
        misuse("destroying a locked spin lock");
    *holder = SPIN_DESTROYED;
    return finish(0);
}

/* ---- barriers ---- */

/* Sets of threads instead of a counter of rounds, so that a barrier is the same after each round. */
typedef struct barrier {
    uint64_t released; /* threads that may pass and have not yet */
    uint64_t waiting;  /* threads that arrived in this round */
    int count;         /* how many it takes; 0 in a barrier never initialised, or DESTROYED */
} barrier;

/* Without what may be behind the last member, which nobody writes. */
enum { BARRIER_BYTES = offsetof(barrier, count) + sizeof(int) };

_Static_assert(sizeof(barrier) <= sizeof(pthread_barrier_t), "fits into the user's object");

/* The last barriers that were initialised and not destroyed. What their memory holds before does not tell: it may be
 * anything. */
enum { KNOWN_BARRIERS = 8 };
static const barrier *known_barriers[KNOWN_BARRIERS];
static unsigned next_barrier; /* its place is the oldest */

static void note_barrier(const barrier *b)
{
    for (unsigned i = 0; i < KNOWN_BARRIERS; i++)
        if (known_barriers[i] == b)
            misuse("this barrier was initialised before, and not destroyed since");
    known_barriers[next_barrier] = b;
    next_barrier = (next_barrier + 1) % KNOWN_BARRIERS;
}

static void forget_barrier(const barrier *b)
{
    for (unsigned i = 0; i < KNOWN_BARRIERS; i++)
        if (known_barriers[i] == b)
            known_barriers[i] = NULL;
}

static void check_barrier(const barrier *b)
{
    if (b->count == DESTROYED)
        misuse("this barrier was destroyed");
    if (b->count == 0)
        misuse("this barrier was never initialised");
}

/* The last to arrive is the serial thread, as in glibc. */
int pthread_barrier_wait(pthread_barrier_t *user)
{
    barrier *b = (barrier *)user;
    uint64_t self = own_bit();
    __heddle_atomic_begin();
    __heddle_check_init(b, BARRIER_BYTES);
    check_barrier(b);
    HEDDLE_RELEASES(&b->waiting);
    if (__builtin_popcountll(b->waiting) + 1 == b->count) {
        HEDDLE_ACQUIRES(&b->waiting);
        HEDDLE_RELEASES(&b->released);
        b->released |= b->waiting;
        b->waiting = 0;
        return finish(PTHREAD_BARRIER_SERIAL_THREAD);
    }
    b->waiting |= self;
    __heddle_atomic_end();
    __heddle_await64(&b->released, self, HEDDLE_NE, 0, HEDDLE_BLOCK, NULL);
    b->released &= ~self;
    HEDDLE_ACQUIRES(&b->released);
    HEDDLE_RELEASES(&b->count); /* to who destroys it */
    return finish(0);
}

int pthread_barrier_init(pthread_barrier_t *restrict user, const pthread_barrierattr_t *restrict attribute,
                         unsigned count)
{
    if (attribute)
        check_bytes(attribute, sizeof *attribute);
    if (count == 0 || count >= INT_MAX)
        return EINVAL;
    barrier *b = (barrier *)user;
    __heddle_atomic_begin();
    note_barrier(b);
    b->released = 0;
    b->waiting = 0;
    b->count = (int)count;
    __heddle_sync(&b->waiting, HEDDLE_FRESH);
    __heddle_sync(&b->released, HEDDLE_FRESH);
    return finish(0);
}

/* The serial thread may destroy the barrier at once, so this waits for those who are still on their way out. */
int pthread_barrier_destroy(pthread_barrier_t *user)
{
    barrier *b = (barrier *)user;
    __heddle_check_init(b, BARRIER_BYTES);
    __heddle_await64(&b->released, ALL_THREADS, HEDDLE_EQ, 0, HEDDLE_BLOCK, NULL);
    check_barrier(b);
    if (b->waiting)
        misuse("destroying a barrier that a thread waits at");
    HEDDLE_ACQUIRES(&b->count);
    b->count = DESTROYED;
    forget_barrier(b);
    return finish(0);
}

/* Its attribute is whether processes share it. */
static int *sharing_of(const pthread_barrierattr_t *attribute)
{
    return (int *)attribute;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attribute)
{
    *sharing_of(attribute) = PTHREAD_PROCESS_PRIVATE;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attribute)
{
    check_bytes(attribute, sizeof *attribute);
    return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attribute, int shared)
{
    if (!is_sharing(shared))
        return EINVAL;
    *sharing_of(attribute) = shared;
    return 0;
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *restrict attribute, int *restrict shared)
{
    __heddle_check_init(attribute, sizeof(int));
    *shared = *sharing_of(attribute);
    return 0;
}

/* ---- once: 0 before, the number of the thread that runs the routine, ONCE_DONE after ---- */

enum { ONCE_DONE = -1 };

static void set_once(pthread_once_t *once, int value)
{
    __heddle_atomic_begin();
    *once = value;
    HEDDLE_RELEASES(once);
    __heddle_atomic_end();
}

/* The thread ended in the routine: as if it was never called. */
static void forget_once(void *once)
{
    set_once(once, 0);
}

static void run_once(pthread_once_t *once, void (*routine)(void))
{
    if (!threads_may_exit()) {
        routine();
        return;
    }
    __heddle_cleanup_push(forget_once, once);
    routine();
    __heddle_cleanup_pop(0);
}

int pthread_once(pthread_once_t *once, void (*routine)(void))
{
    __heddle_check_init(once, sizeof *once);
    __heddle_await(once, WHOLE_WORD, HEDDLE_SLT, 1, HEDDLE_BLOCK, once);
    HEDDLE_ACQUIRES(once);
    if (*once == ONCE_DONE)
        return finish(0);
    *once = __heddle_thread_self();
    __heddle_atomic_end();
    run_once(once, routine);
    set_once(once, ONCE_DONE);
    return 0;
}
