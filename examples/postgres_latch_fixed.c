/* The PostgreSQL latch with the two fences that repair it. See postgres_latch.c for the bug.
 *
 * One fence follows the reset of the own latch: it is in memory before the worker looks for its token. The other comes
 * before the latch of the next worker is set: whatever the worker did, the token above all, is there before it.
 *
 * This time the workers go round for ever. The token runs in a circle, so there are finitely many states, and Heddle
 * sees all of them; but there is no final state, hence no outcome.
 *
 * To try:
 *   - Remove the second fence: the assertion fails under PSO.
 *   - heddle check examples/postgres_latch_fixed.c --mm armv8,power --unwind 2: there, loads overtake each other as
 *     well, and a worker that has seen its latch may have looked for the token before. -DREADS_IN_ORDER has a third
 * fence.
 *   - Remove the first one: nothing happens, because with one token the second fence comes in time for the reset, too.
 *     PostgreSQL needs the first one, since there a latch can be set by anyone at any time.
 *
 * `heddle check` follows the endless loops only so many times: what it says holds up to a bound.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe latch[0],flag[0]
 * Outcomes: none
 * Check: bounded
 * Check-options: --unwind 2
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { WORKERS = 2 };

volatile int latch[WORKERS] = {1}; /* worker 0 is awake and has the token */
volatile int flag[WORKERS] = {1};

static void *worker(void *number)
{
    int me = (int)(intptr_t)number, next = (me + 1) % WORKERS;
    for (;;) {
        while (!latch[me])
            ; /* sleeps */
#ifdef READS_IN_ORDER
        __sync_synchronize();
#endif
        assert(!latch[me] || flag[me]);
        latch[me] = 0;
        __sync_synchronize();
        if (flag[me]) {
            flag[me] = 0;
            flag[next] = 1;
            __sync_synchronize();
            latch[next] = 1;
        }
    }
}

int main(void)
{
    pthread_t t0, t1;
    pthread_create(&t0, NULL, worker, (void *)(intptr_t)0);
    pthread_create(&t1, NULL, worker, (void *)(intptr_t)1);
    pthread_join(t0, NULL);
    pthread_join(t1, NULL);
    return 0;
}
