/* A lock for many readers or one writer, in one counter, as Linux had it for years.
 *
 * The counter starts at WRITER. A reader takes 1 from it, a writer takes WRITER; who finds that there was not enough
 * gives it back, waits until it looks better, and tries again. One thread that gives back can disturb another, so
 * there is no limit to the tries; here a thread gives up after TRIES of them.
 *
 * N: how often each of two threads reads, and then writes.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Bench: N=1,2,3,20
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef N
#define N 1
#endif

enum { WRITER = 0x100000, READER = 1, TRIES = 2 };

atomic_int left = WRITER;
int x, y; /* protected by the lock: always equal */

/* Of a writer, all that there is must be left; for a reader, anything is enough. */
static bool lock(int share)
{
    for (int i = 0; i < TRIES; i++) {
        while (atomic_load_explicit(&left, memory_order_relaxed) < share)
            ;
        if (atomic_fetch_sub_explicit(&left, share, memory_order_acquire) >= share)
            return true;
        atomic_fetch_add_explicit(&left, share, memory_order_relaxed);
    }
    return false;
}

static void unlock(int share)
{
    atomic_fetch_add_explicit(&left, share, memory_order_release);
}

static void *worker(void *unused)
{
    for (int i = 0; i < N; i++) {
        if (!lock(READER))
            return NULL;
        assert(x == y);
        unlock(READER);
        if (!lock(WRITER))
            return NULL;
        x++;
        y++;
        unlock(WRITER);
    }
    return unused;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == y && x <= 2 * N);
    return 0;
}
