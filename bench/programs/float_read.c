/* A floating read: threads write one variable while main reads it once, at any moment between them.
 *
 * The read can see the initial value or that of any thread; which of the other writes came before or after makes no
 * difference to it. Who distinguishes all orders of the writes does needless work.
 *
 * N: the number of threads that write.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Bench: N=10,50,100
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif

atomic_int place;

static void *overwrites(void *number)
{
    atomic_store(&place, (int)(intptr_t)number);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, overwrites, (void *)(intptr_t)(i + 1));
    assert(atomic_load(&place) <= N);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
