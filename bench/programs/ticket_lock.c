/* A ticket lock under many threads: draw a number, wait until it is served.
 *
 * N: the number of threads; each enters once.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Bench: N=3,5,7
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

atomic_uint next_ticket, serving;
int counter; /* protected by the lock */

static void lock(void)
{
    unsigned mine = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
    while (atomic_load_explicit(&serving, memory_order_acquire) != mine)
        ;
}

static void unlock(void)
{
    unsigned mine = atomic_load_explicit(&serving, memory_order_relaxed);
    atomic_store_explicit(&serving, mine + 1, memory_order_release);
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
