/* Selling the seats of an aeroplane without a lock.
 *
 * Each agent looks whether the sale is still open and how many seats are sold, and then sells one more or, when none
 * is left, closes the sale. Agents that look at the same time sell the same seat, so the count may be too low in the
 * end, but it never exceeds the capacity.
 *
 * N: the number of agents. There is one seat less than agents (one in ten less, from twenty on).
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Bench: N=3,7,9
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

enum { OVERBOOKED = N < 20 ? 1 : N / 10, CAPACITY = N - OVERBOOKED };

atomic_int sold, is_closed;

static void *agent(void *unused)
{
    (void)unused;
    if (!atomic_load(&is_closed)) {
        int seen = atomic_load(&sold);
        if (seen < CAPACITY)
            atomic_store(&sold, seen + 1);
        else
            atomic_store(&is_closed, 1);
    }
    return NULL;
}

int main(void)
{
    pthread_t agents[N];
    for (int i = 0; i < N; i++)
        pthread_create(&agents[i], NULL, agent, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(agents[i], NULL);
    assert(atomic_load(&sold) <= CAPACITY);
    return 0;
}
