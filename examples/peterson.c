/* Peterson's lock for two threads, as textbooks print it: right on paper, broken on every processor.
 *
 * A thread says that it wants to enter, gives way to the other, and waits while the other wants to enter and it is
 * the other's turn. The proof assumes that "I want to enter" is in memory before the thread looks at the wish of the
 * other. With store buffers it need not be: both look, both see nobody, both enter (compare store_buffering.c), and
 * one of the two increments is lost.
 *
 * To try:
 *   - heddle check examples/peterson.c --mm tso
 *   - Find out where fences are needed, for TSO and for PSO; the answer is in peterson_fenced.c.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 * Options: --observe counter
 * Outcomes: counter=2
 * Outcomes TSO: counter=1
 * Outcomes PSO: counter=1
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

volatile int wants[2]; /* wants[i]: thread i wants to enter, or is inside */
volatile int turn;     /* who may go first if both want to */
int counter;           /* protected by the lock */

static void lock(int me)
{
    int other = 1 - me;
    wants[me] = 1;
    turn = other;
    while (wants[other] && turn == other)
        ;
}

static void unlock(int me)
{
    wants[me] = 0;
}

static void *worker(void *number)
{
    int me = (int)(intptr_t)number;
    lock(me);
    counter++;
    unlock(me);
    return NULL;
}

int main(void)
{
    pthread_t t0, t1;
    pthread_create(&t0, NULL, worker, (void *)(intptr_t)0);
    pthread_create(&t1, NULL, worker, (void *)(intptr_t)1);
    pthread_join(t0, NULL);
    pthread_join(t1, NULL);
    assert(counter == 2);
    return 0;
}
