/* ConcurrencyKit: the tournament barrier, in which threads meet in pairs.
 *
 * Checked: what a thread has written before it came to the barrier is seen by the other one behind it, twice in a row.
 *
 * Arriving is a plain store without a fence before it, even where it is compiled for PSO: what was written before may
 * arrive after it. x86 does not need such a fence; machines that reorder stores do.
 *
 * Needs: -Iinclude src/ck_barrier_tournament.c
 * Verdict: SC safe, TSO safe, PSO violation
 * Verdict -DCK_MD_PSO: PSO violation
 */
#include <assert.h>
#include <pthread.h>

#include <ck_barrier.h>

enum { THREADS = 2, ROUNDS = 2 };

static ck_barrier_tournament_t barrier;
static ck_barrier_tournament_round_t rounds[THREADS][2], *rows[THREADS] = {rounds[0], rounds[1]};
static int values[ROUNDS][THREADS];

static void *worker(void *number)
{
    int me = *(int *)number;
    ck_barrier_tournament_state_t state;
    ck_barrier_tournament_subscribe(&barrier, &state);
    for (int round = 0; round < ROUNDS; round++) {
        values[round][me] = 1;
        ck_barrier_tournament(&barrier, &state);
        assert(values[round][1 - me] == 1);
    }
    return number;
}

int main(void)
{
    pthread_t other;
    int numbers[THREADS] = {0, 1};
    ck_barrier_tournament_init(&barrier, rows, THREADS);
    pthread_create(&other, NULL, worker, &numbers[1]);
    worker(&numbers[0]);
    pthread_join(other, NULL);
    return 0;
}
