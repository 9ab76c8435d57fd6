/* A thread that parks until another one unparks it: a bug of Java's LockSupport, where a wake-up could be lost.
 *
 * To unpark leaves a permit, and wakes the sleeper. To park takes the permit and goes on, or sleeps if there is none.
 * A thread that waits for a condition parks until the condition holds. On the quick way, where the permit is taken
 * without the lock, the store that takes it may still be in the buffer when the thread looks at the condition: the
 * condition and a new permit come in, the late store takes the new permit, and the thread sleeps with nobody left to
 * wake it. The lock itself, for two threads, has the fences it needs.
 *
 * N: how often the thread parks at most.
 * FENCES: all variables are sequentially consistent atomics, and no wake-up is lost. Zord's Table 8 is about that
 * version: its times under TSO and PSO are those of a whole search. But N is there in an assumption only, and the loop
 * is unrolled equally often for every N; here the formula grows with N.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 * Bench: N=12,20,28
 * Bench: N=12,20,28 -DFENCES; SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef N
#define N 2
#endif

#ifdef FENCES
typedef atomic_int shared;
#else
typedef volatile int shared;
#endif

void __VERIFIER_assume(int condition);

enum { PARKER, UNPARKER };

shared claims[2]; /* the lock: claims[i] if thread i wants it, or has it */
shared permit, is_asleep;
shared condition; /* what the parker waits for */
shared is_over;   /* nobody will unpark any more */

static void lock(int me)
{
    claims[me] = 1;
    __sync_synchronize();
    __VERIFIER_assume(!claims[1 - me]);
}

static void unlock(int me)
{
    __sync_synchronize();
    claims[me] = 0;
}

static bool try_lock(int me)
{
    claims[me] = 1;
    __sync_synchronize();
    if (!claims[1 - me])
        return true;
    claims[me] = 0;
    return false;
}

static void sleep_unlocked(int me)
{
    is_asleep = 1;
    unlock(me);
    assert(!is_over || !is_asleep);
    __VERIFIER_assume(!is_asleep);
    lock(me);
}

static void park(void)
{
    if (permit) {
        permit = 0;
        return;
    }
    if (!try_lock(PARKER))
        return;
    if (!permit)
        sleep_unlocked(PARKER);
    permit = 0;
    unlock(PARKER);
}

static void unpark(void)
{
    lock(UNPARKER);
    int had_permit = permit;
    permit = 1;
    unlock(UNPARKER);
    if (!had_permit)
        is_asleep = 0;
}

static void *parker(void *unused)
{
    for (int i = 0; i < N; i++) {
        if (condition)
            break;
        park();
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, parker, NULL);
    unpark();
    condition = 1;
    __sync_synchronize();
    unpark();
    __sync_synchronize();
    is_over = 1;
    return 0;
}
