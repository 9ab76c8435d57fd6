/* ConcurrencyKit: the barrier that is a tree of counters.
 *
 * Checked: what a thread has written before it came to the barrier is seen by the other one behind it, twice in a row.
 *
 * The tree has a root and a group for each thread.
 *
 * Needs: -Iinclude src/ck_barrier_combining.c
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_barrier.h>

enum { THREADS = 2, ROUNDS = 2 };

static ck_barrier_combining_t barrier;
static ck_barrier_combining_group_t root, groups[THREADS];
static int values[ROUNDS][THREADS];

static void *worker(void *number)
{
    int me = *(int *)number;
    ck_barrier_combining_state_t state = CK_BARRIER_COMBINING_STATE_INITIALIZER;
    for (int round = 0; round < ROUNDS; round++) {
        values[round][me] = 1;
        ck_barrier_combining(&barrier, &groups[me], &state);
        assert(values[round][1 - me] == 1);
    }
    return number;
}

int main(void)
{
    pthread_t other;
    int numbers[THREADS] = {0, 1};
    ck_barrier_combining_init(&barrier, &root);
    for (int i = 0; i < THREADS; i++)
        ck_barrier_combining_group_init(&barrier, &groups[i], 1);
    pthread_create(&other, NULL, worker, &numbers[1]);
    worker(&numbers[0]);
    pthread_join(other, NULL);
    return 0;
}
