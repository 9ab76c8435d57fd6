/* A jump into the middle of a loop, and two loops with a piece in common: as good as any other loop.
 *
 * Verdict: SC safe
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

_Bool __VERIFIER_nondet_bool(void);

static int count;

static void enter_in_the_middle(_Bool jumps)
{
    int i = 0;
    if (jumps)
        goto middle;
    for (i = 1; i < 3; i++) {
    middle:
        count++;
    }
}

static int walk_through_states(int state)
{
    int steps = 0;
    if (state == 2)
        goto two;
one:
    if (++steps > 4)
        return steps;
    switch (state) {
    case 1:
        state = 2;
        goto two;
    default:
        state = 1;
        goto one;
    }
two:
    if (++steps > 4)
        return steps;
    state = 3;
    goto one;
}

static void *worker(void *unused)
{
    enter_in_the_middle(1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    _Bool jumps = __VERIFIER_nondet_bool();
    enter_in_the_middle(jumps);
    assert(count == (jumps ? 3 : 2));
    assert(walk_through_states(jumps ? 1 : 2) == 5);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    assert(count == (jumps ? 6 : 5));
    return 0;
}
