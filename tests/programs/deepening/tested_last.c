/* A loop that is tested after its body: what the third round sees.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int value;

static void *worker(void *unused)
{
    int sum = 0, seen;
    do {
        seen = value;
        sum = 4 * sum + seen;
    } while (seen != 3);
    assert(sum != 27); /* 1, 2, 3 */
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    for (int i = 1; i < 4; i++)
        value = i;
    pthread_join(t, NULL);
    return 0;
}
