/* A spin lock that threads try to take, and give back if they got it: nobody waits.
 *
 * N: how often each thread tries. THREADS: how many there are.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Bench: N=10,50,250
 * Bench: THREADS=5,20,90 -DN=1
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#ifndef THREADS
#define THREADS 2
#endif

atomic_int lock;

static int try_lock(void)
{
    int free = 0;
    return atomic_compare_exchange_strong(&lock, &free, 1);
}

static void *work(void *unused)
{
    for (int i = 0; i < N; i++)
        if (try_lock()) {
            assert(atomic_load_explicit(&lock, memory_order_relaxed) == 1);
            atomic_store_explicit(&lock, 0, memory_order_release);
        }
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
