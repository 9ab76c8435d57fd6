/* pthread_once runs the routine once, and nobody returns from it before the routine is over; what the routine stored
 * is seen.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe runs
 * Outcomes: runs=1
 * Prints-not: DEADLOCK
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int runs, data;

static void initialise(void)
{
    runs++;
    data = 1;
}

static void *worker(void *unused)
{
    (void)unused;
    assert(pthread_once(&once, initialise) == 0);
    assert(data == 1 && runs == 1);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    worker(NULL);
    pthread_join(thread, NULL);
    worker(NULL);
    return 0;
}
