/* Loops that only wait, in all the usual forms: no bound is needed for them.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe count
 * Outcomes: count=2
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int ready, taken, word;
int count;

static void *worker(void *unused)
{
    while (ready == 0)
        ;
    while (!__sync_bool_compare_and_swap((int *)&word, 0, 1))
        sched_yield();
    count++;
    word = 0;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    ready = 1;
    while (atomic_exchange(&word, 1))
        ;
    count++;
    word = 0;
    pthread_join(t, NULL);
    assert(count == 2);
    return 0;
}
