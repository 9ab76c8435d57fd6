/* A seqlock: readers never block the writer; they notice that it was at work, and try again.
 *
 * The writer makes the sequence number odd, writes, and makes it even again. A reader that finds the same even number
 * before and after has read data of one moment. That needs two orders of stores: the odd number before the data (the
 * release fence) and the data before the even number (the release store).
 *
 * To try:
 *   - Remove the fence in `write_point`: under PSO a reader may see half of the new point and an unchanged number.
 *   - heddle check examples/seqlock.c --mm pso --atomics plain
 *     Without the release store, the even number may arrive before the data.
 *
 * A reader can try again any number of times, so `heddle check` needs a bound for its loop.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe seen.x,seen.y
 * Outcomes: seen.x=0 seen.y=0 | seen.x=1 seen.y=1
 * Check: bounded
 * Check-options: --unwind 2
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint sequence;
atomic_int x, y; /* the data: atomic, because it is read while it is written, but in relaxed order */

struct point {
    int x, y;
} seen;

static void write_point(int value)
{
    unsigned even = atomic_load_explicit(&sequence, memory_order_relaxed);
    atomic_store_explicit(&sequence, even + 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&x, value, memory_order_relaxed);
    atomic_store_explicit(&y, value, memory_order_relaxed);
    atomic_store_explicit(&sequence, even + 2, memory_order_release);
}

static struct point read_point(void)
{
    for (;;) {
        unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
        struct point p = {
            .x = atomic_load_explicit(&x, memory_order_relaxed),
            .y = atomic_load_explicit(&y, memory_order_relaxed),
        };
        atomic_thread_fence(memory_order_acquire);
        unsigned after = atomic_load_explicit(&sequence, memory_order_relaxed);
        if (before == after && before % 2 == 0)
            return p;
    }
}

static void *writer(void *unused)
{
    (void)unused;
    write_point(1);
    return NULL;
}

static void *reader(void *unused)
{
    (void)unused;
    seen = read_point();
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(seen.x == seen.y);
    return 0;
}
