/* Rounds of a loop that change nothing but a counter, which somebody reads in the end: three are needed.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int stop, rounds;

static void *worker(void *unused)
{
    while (!stop && rounds < 3)
        rounds++;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    stop = 1;
    pthread_join(t, NULL);
    assert(rounds < 3);
    return 0;
}
