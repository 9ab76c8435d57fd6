/* Szymanski's lock for two threads, with waiting that gives up.
 *
 * A thread goes through a waiting room with two doors. Its flag says where it is: 0 elsewhere, 1 before the room, 2 in
 * the room, letting others in, 3 in the open door, 4 past the second door. Who comes through the second door last
 * closes it, and the room is emptied. The flag must be in memory before the thread looks at the flag of the other:
 * with store buffers it need not be.
 *
 * N: how often each thread enters, and how often it looks at a flag before it gives up and ends.
 * FENCES: flags are sequentially consistent atomics, which makes the lock safe everywhere. Zord's Table 8 is about
 * that version: its times under TSO and PSO are those of a whole search.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 * Bench: N=2,4,6
 * Bench: N=2,4,6 -DFENCES; SC safe, TSO safe, PSO safe
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

shared flags[2];
shared inside; /* the thread that entered last */

/* Looks N times; a thread that has not seen the condition by then ends. */
#define AWAIT(condition)                                                                                               \
    do {                                                                                                               \
        bool is_seen = false;                                                                                          \
        for (int looks = 0; looks < N; looks++) {                                                                      \
            if (condition) {                                                                                           \
                is_seen = true;                                                                                        \
                break;                                                                                                 \
            }                                                                                                          \
        }                                                                                                              \
        if (!is_seen)                                                                                                  \
            return;                                                                                                    \
    } while (0)

static void process(int me)
{
    shared *mine = &flags[me], *other = &flags[1 - me];
    for (int round = 0; round < N; round++) {
        *mine = 1;
        AWAIT(*other < 3);
        *mine = 3;
        if (*other == 1) {
            *mine = 2;
            AWAIT(*other == 4);
        }
        *mine = 4;
        AWAIT(*other < 2);

        inside = me;
        assert(inside == me);

        AWAIT(*other < 2 || *other > 3);
        *mine = 0;
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
    return 0;
}
