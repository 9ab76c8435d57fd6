/* A spin lock that threads try to take, and give back if they got it: nobody waits.
 *
 * N: how often each of two threads tries.
 * MANY: there are N threads, each of which tries once.
 * PLAIN: whoever has the lock does nothing with it, so that nothing has to be proved.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Bench: N=10,50,100,250
 * Bench: N=10,50,100,250 -DPLAIN
 * Bench: N=5,10,20,90 -DMANY
 * Bench: N=5,10,20,90 -DMANY -DPLAIN
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

#ifdef MANY
enum { THREADS = N, TRIES = 1 };
#else
enum { THREADS = 2, TRIES = N };
#endif

atomic_int lock;

static int try_lock(void)
{
    int free = 0;
    return atomic_compare_exchange_strong(&lock, &free, 1);
}

static void *work(void *unused)
{
    for (int i = 0; i < TRIES; i++)
        if (try_lock()) {
#ifndef PLAIN
            assert(atomic_load_explicit(&lock, memory_order_relaxed) == 1);
#endif
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
