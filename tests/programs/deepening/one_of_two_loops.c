/* Two threads with loops: the one that has to go further is not the one that fails.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int limit, steps;

static void *walker(void *unused)
{
    for (int i = 0; i < limit; i++)
        steps++;
    return unused;
}

static void *watcher(void *unused)
{
    while (limit == 0) {
    }
    assert(steps < 3);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, walker, NULL);
    pthread_create(&b, NULL, watcher, NULL);
    limit = 3;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
