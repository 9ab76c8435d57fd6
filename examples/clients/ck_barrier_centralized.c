/* ConcurrencyKit: the barrier with one counter for all.
 *
 * Checked: what a thread has written before it came to the barrier is seen by the other one behind it, twice in a row.
 *
 * A locked operation counts, so PSO does not harm even what is compiled for x86.
 *
 * Needs: -Iinclude src/ck_barrier_centralized.c
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_barrier.h>

enum { THREADS = 2, ROUNDS = 2 };

static ck_barrier_centralized_t barrier = CK_BARRIER_CENTRALIZED_INITIALIZER;
static int values[ROUNDS][THREADS];

static void *worker(void *number)
{
    int me = *(int *)number;
    ck_barrier_centralized_state_t state = CK_BARRIER_CENTRALIZED_STATE_INITIALIZER;
    for (int round = 0; round < ROUNDS; round++) {
        values[round][me] = 1;
        ck_barrier_centralized(&barrier, &state, THREADS);
        assert(values[round][1 - me] == 1);
    }
    return number;
}

int main(void)
{
    pthread_t other;
    int numbers[THREADS] = {0, 1};
    pthread_create(&other, NULL, worker, &numbers[1]);
    worker(&numbers[0]);
    pthread_join(other, NULL);
    return 0;
}
