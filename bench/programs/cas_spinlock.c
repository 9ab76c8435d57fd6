/* A spin lock by compare-and-swap under many threads.
 *
 * N: the number of threads; each enters once.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Bench: N=3,5,7
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

static void lock(void)
{
    while (!try_lock())
        ;
}

static void unlock(void)
{
    atomic_store_explicit(&is_taken, 0, memory_order_release);
}

static void *worker(void *unused)
{
    lock();
    counter++;
    unlock();
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(counter == N);
    return 0;
}
