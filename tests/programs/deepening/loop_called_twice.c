/* One loop, run in two places: known to be short in one, long in the other.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int limit;

static int count_to(const atomic_int *end)
{
    int n = 0;
    while (n < *end)
        n++;
    return n;
}

static void *worker(void *unused)
{
    atomic_int two = 2;
    int n = count_to(&two);
    n += count_to(&limit);
    assert(n != 5);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    limit = 1;
    limit = 3;
    pthread_join(t, NULL);
    return 0;
}
