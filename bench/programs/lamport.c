/* Lamport's fast lock for two threads.
 *
 * Fast, because a thread that meets nobody needs only a few accesses, however many threads there are: it writes its
 * number to `x`, finds `y` free, takes `y`, and finds its number still in `x`. Who meets somebody takes the slow way:
 * it waits until nobody is on the fast way any more, and has won if `y` is still its own. Each of these looks must
 * see the other's writes, so a store buffer breaks it.
 *
 * N: how often a thread tries to enter before it gives up and ends.
 * FENCES: all variables are sequentially consistent atomics, which makes the lock safe everywhere. Zord's Table 8 is
 * about that version: its times under TSO and PSO are those of a whole search.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 * Bench: N=2,6,10
 * Bench: N=2,6,10 -DFENCES; SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef N
#define N 1
#endif

#ifdef FENCES
typedef atomic_int shared;
#else
typedef volatile int shared;
#endif

enum { NOBODY = 0 }; /* threads are 1 and 2 */

shared x, y;
shared is_trying[3];
shared inside; /* the thread that entered last */

static bool lock(int me)
{
    for (int tries = 0; tries < N; tries++) {
        is_trying[me] = 1;
        x = me;
        if (y != NOBODY) {
            is_trying[me] = 0;
            while (y != NOBODY)
                ;
            continue;
        }
        y = me;
        if (x == me)
            return true;
        is_trying[me] = 0;
        while (is_trying[3 - me])
            ;
        if (y == me)
            return true;
        while (y != NOBODY)
            ;
    }
    return false;
}

static void unlock(int me)
{
    y = NOBODY;
    is_trying[me] = 0;
}

static void process(int me)
{
    if (!lock(me))
        return;
    inside = me;
    assert(inside == me);
    unlock(me);
}

static void *first(void *unused)
{
    process(1);
    return unused;
}

static void *second(void *unused)
{
    process(2);
    return unused;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
