/* Section 3.2 of "Scheduling constraint based abstraction refinement for multi-threaded program verification": each
 * thread computes with what the other one writes. Few candidates have to be looked at (tests/cli/refine.sh).
 *
 * Verdict: SC safe, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>

int x = 1, y = 1, m, n;

static void *first(void *unused)
{
    x = y + 1;
    m = y;
    x = 0;
    return unused;
}

static void *second(void *unused)
{
    y = x + 1;
    n = x;
    y = 0;
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(!(m == 1 && n == 1));
    return 0;
}
