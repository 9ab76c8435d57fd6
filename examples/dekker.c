/* Dekker's lock, the first one ever found that needs nothing but loads and stores (about 1960).
 *
 * A thread says that it wants to enter. If the other one wants to as well, the thread whose turn it is not steps back
 * until it is. As in peterson.c, "I want to enter" may still be in the store buffer when the thread looks at the wish
 * of the other, and both enter.
 *
 * To try:
 *   - heddle check examples/dekker.c --mm tso
 *   - Put __sync_synchronize() after each `wants[me] = 1`: TSO is content. PSO wants one more, where? (The thread
 *     that enters next must see what this one did.)
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
volatile int turn;     /* who insists if both want to */
int counter;           /* protected by the lock */

static void lock(int me)
{
    int other = 1 - me;
    wants[me] = 1;
    while (wants[other]) {
        if (turn != me) {
            wants[me] = 0;
            while (turn != me)
                ;
            wants[me] = 1;
        }
    }
}

static void unlock(int me)
{
    turn = 1 - me;
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
