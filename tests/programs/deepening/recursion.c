/* Recursion, as deep as another thread says, from two places.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int limit, turn;

static int descend(int depth)
{
    if (depth >= limit)
        return depth;
    return turn ? descend(depth + 1) + 10 : descend(depth + 1);
}

static void *worker(void *unused)
{
    assert(descend(0) != 13);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    limit = 3;
    turn = 1;
    pthread_join(t, NULL);
    return 0;
}
