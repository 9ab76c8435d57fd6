/* A seqlock: a writer that never waits, and a reader that tries again when it was disturbed.
 *
 * A try that fails leaves nothing behind, so executions with failed tries show nothing new: the reader's loop is an
 * assumption that the try succeeds. What it reads must be of one moment, and never older than what it read before.
 *
 * N: how often the writer writes, and how often the reader reads.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Bench: N=5,10,15
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

void __VERIFIER_assume(int condition);

atomic_uint sequence; /* odd while the data is being written */
atomic_int x, y;      /* the data: always equal */

static void write_both(int value)
{
    unsigned even = atomic_load_explicit(&sequence, memory_order_relaxed);
    atomic_store_explicit(&sequence, even + 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&x, value, memory_order_relaxed);
    atomic_store_explicit(&y, value, memory_order_relaxed);
    atomic_store_explicit(&sequence, even + 2, memory_order_release);
}

static void *writer(void *unused)
{
    for (int i = 0; i < N; i++)
        write_both(i + 1);
    return unused;
}

static void *reader(void *unused)
{
    int newest = 0;
    for (int i = 0; i < N; i++) {
        unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
        __VERIFIER_assume(before % 2 == 0);
        int seen_x = atomic_load_explicit(&x, memory_order_relaxed);
        int seen_y = atomic_load_explicit(&y, memory_order_relaxed);
        atomic_thread_fence(memory_order_acquire);
        __VERIFIER_assume(atomic_load_explicit(&sequence, memory_order_relaxed) == before);
        assert(seen_x == seen_y && seen_x >= newest);
        newest = seen_x;
    }
    return unused;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
