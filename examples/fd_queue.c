/* Handing work to idle threads, as Apache's httpd does it (fdqueue.c): an atomic counter, a mutex, a condition
 * variable.
 *
 * A worker that has nothing to do leaves its pool of memory for the next connection, and counts itself as idle. Only
 * the first one that does so takes the mutex, to wake up a listener. The listener waits for an idle worker, and takes
 * the mutex only if there is none; then it takes the pool. So where nobody waits, all that orders the pool and the one
 * who takes it is the counter: it must release what was written before, and acquire what is read behind.
 *
 * To try:
 *   - heddle check examples/fd_queue.c --mm sc,tso,armv8,power
 *   - fd_queue_no_fence.c has a counter that orders nothing.
 *   - Signal without the mutex: the listener may sleep for ever.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* What the variant takes away. */
#ifdef NO_FENCE
enum { RELEASE = memory_order_relaxed, ACQUIRE = memory_order_relaxed };
#else
enum { RELEASE = memory_order_release, ACQUIRE = memory_order_acquire };
#endif

enum { POOL = 42 };

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t is_idle = PTHREAD_COND_INITIALIZER;
atomic_int idlers;
int recycled; /* the pool that the worker leaves; 0: none */

static void *worker(void *unused)
{
    recycled = POOL;
    if (atomic_fetch_add_explicit(&idlers, 1, RELEASE) == 0) {
        pthread_mutex_lock(&mutex);
        pthread_cond_signal(&is_idle);
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

static void wait_for_idler(void)
{
    if (atomic_load_explicit(&idlers, ACQUIRE) == 0) {
        pthread_mutex_lock(&mutex);
        while (atomic_load_explicit(&idlers, ACQUIRE) == 0)
            pthread_cond_wait(&is_idle, &mutex);
        pthread_mutex_unlock(&mutex);
    }
    int before = atomic_fetch_sub_explicit(&idlers, 1, ACQUIRE);
    assert(before > 0);
}

static void *listener(void *unused)
{
    wait_for_idler();
    assert(recycled == POOL);
    return unused;
}

int main(void)
{
    pthread_t w, l;
    pthread_create(&l, NULL, listener, NULL);
    pthread_create(&w, NULL, worker, NULL);
    pthread_join(w, NULL);
    pthread_join(l, NULL);
    return 0;
}
