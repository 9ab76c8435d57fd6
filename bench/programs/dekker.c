/* Dekker's lock, entered many times by two threads.
 *
 * It is usually written as a loop: step back if it is not my turn, and look again. But the turn cannot be taken away
 * from a thread that waits for it, so a thread steps back at most once, and two plain waits are enough.
 *
 * N: how often each thread enters.
 * FENCES: the lock's variables are sequentially consistent atomics, which makes it safe everywhere.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 * Bench: N=3,6,9,30
 * Bench: N=3,6,9,30,40 -DFENCES; SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 1
#endif

#ifdef FENCES
typedef atomic_int shared;
#else
typedef volatile int shared;
#endif

shared wants[2]; /* wants[i]: thread i wants to enter, or is inside */
shared turn;     /* who insists if both want to */
int counter;     /* protected by the lock */

static void lock(int me)
{
    int other = 1 - me;
    wants[me] = 1;
    if (!wants[other])
        return;
    if (turn == other) {
        wants[me] = 0;
        while (turn == other)
            ;
        wants[me] = 1;
    }
    while (wants[other])
        ;
}

static void unlock(int me)
{
    turn = 1 - me;
    wants[me] = 0;
}

static void process(int me)
{
    for (int i = 0; i < N; i++) {
        lock(me);
        counter++;
        unlock(me);
    }
}

static void *first(void *unused)
{
    process(0);
    return unused;
}

static void *second(void *unused)
{
    process(1);
    return unused;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(counter == 2 * N);
    return 0;
}
