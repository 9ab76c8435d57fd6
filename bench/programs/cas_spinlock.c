/* A spin lock by compare-and-swap under many threads.
 *
 * N: the number of threads; each enters once.
 * TRY: two threads instead, each of which tries N times to enter, and goes on if it cannot.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Bench: N=3,5,7
 * Bench: N=10,50,250 -DTRY
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef N
#define N 3
#endif

atomic_int is_taken;
int counter; /* protected by the lock */

static bool try_lock(void)
{
    int free = 0;
    return atomic_compare_exchange_strong_explicit(&is_taken, &free, 1, memory_order_acquire, memory_order_relaxed);
}

static void unlock(void)
{
    atomic_store_explicit(&is_taken, 0, memory_order_release);
}

#ifdef TRY
enum { THREADS = 2, COUNTED = 0 };

static void *worker(void *unused)
{
    for (int i = 0; i < N; i++)
        if (try_lock()) {
            assert(counter == 0);
            counter++;
            counter--;
            unlock();
        }
    return unused;
}
#else
enum { THREADS = N, COUNTED = N };

static void lock(void)
{
    while (!try_lock())
        ;
}

static void *worker(void *unused)
{
    lock();
    counter++;
    unlock();
    return unused;
}
#endif

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(counter == COUNTED);
    return 0;
}
