/* Peterson's lock with the fences that make it right under SC, TSO and PSO. See peterson.c for how it works.
 *
 * Three places need order, each for its own reason:
 *   1. `wants[me]` before `turn`: if `turn` arrives first, the other thread may pass (it sees nobody who wants to
 *      enter) and overwrite `turn`, which then lets this one in as well.
 *   2. both before the loop: this is store buffering, and only a full fence holds back a load.
 *   3. what was done inside before `wants[me] = 0`: else the next thread to enter works on old data.
 * TSO keeps stores in order by itself; there the second fence is enough.
 *
 * To try:
 *   - Remove the fences one by one, and see which model needs which.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe counter
 * Outcomes: counter=2
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

volatile int wants[2]; /* wants[i]: thread i wants to enter, or is inside */
volatile int turn;     /* who may go first if both want to */
int counter;           /* protected by the lock */

static void lock(int me)
{
    int other = 1 - me;
    wants[me] = 1;
    atomic_thread_fence(memory_order_release);
    turn = other;
    atomic_thread_fence(memory_order_seq_cst);
    while (wants[other] && turn == other)
        ;
}

static void unlock(int me)
{
    atomic_thread_fence(memory_order_release);
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
