/* CO-2+2W: threads overwrite one variable, and main reads what is left when all have ended.
 *
 * Each thread writes its number, twice; nothing else is ever there. There are no branches: the only question is in
 * which of all orders the writes arrive.
 *
 * N: the number of threads.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Bench: N=5,15,25
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

atomic_int place;

static void *overwrites_twice(void *number)
{
    int me = (int)(intptr_t)number;
    atomic_store(&place, me);
    atomic_store(&place, me);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, overwrites_twice, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(atomic_load(&place) != N);
    return 0;
}
