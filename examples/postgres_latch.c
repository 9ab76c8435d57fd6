/* The latch bug of PostgreSQL, found in 2011 when a regression test failed on a PowerPC machine.
 *
 * Workers sleep until their latch is set. Who has a token (`flag`) does its work, hands the token to the next worker
 * and sets its latch. A worker that wakes up resets its latch first and then looks for the token, so a latch that is
 * set again in between is not forgotten. All this relies on the order of stores, and PSO reorders them:
 *   - The latch of the next worker may arrive before its token. It wakes up and finds nothing: the assertion fails.
 *   - The reset of the own latch may arrive late, after the other worker has set it again: a wake-up is lost. The
 *     outcomes with latch[0]=0 flag[0]=1 show it: worker 0 has the token and would sleep for ever.
 *
 * To try:
 *   - heddle check examples/postgres_latch.c --mm pso
 *   - Compare postgres_latch_fixed.c.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Options: --observe latch[0],flag[0]
 * Outcomes SC: latch[0]=1 flag[0]=1
 * Outcomes TSO: latch[0]=1 flag[0]=1
 * Prints PSO: latch\[0\]=0 flag\[0\]=1
 * Prints PSO: VIOLATION: .*`!latch\[me\] \|\| flag\[me\]`
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
        assert(!latch[me] || flag[me]);
        latch[me] = 0;
        if (flag[me]) {
            flag[me] = 0;
            flag[next] = 1;
            latch[next] = 1;
            return NULL; /* one round is enough to see the bug */
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
