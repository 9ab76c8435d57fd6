/* Nobody passes a barrier before all have come, what was stored before is seen after, exactly one thread is told that
 * it is the serial one, and the barrier works for the next round, too.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe serial
 * Outcomes: serial=2
 * Prints-not: DEADLOCK
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

pthread_barrier_t b;
int x[2];
atomic_int serial;

static void meet(void)
{
    int result = pthread_barrier_wait(&b);
    assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    if (result)
        serial++;
}

static void *worker(void *number)
{
    int me = *(int *)number;
    x[me] = 1;
    meet();
    assert(x[1 - me] >= 1);
    meet();
    assert(x[1 - me] == 1);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int zero = 0, one = 1;
    assert(pthread_barrier_init(&b, NULL, 2) == 0);
    pthread_create(&thread, NULL, worker, &zero);
    worker(&one);
    pthread_join(thread, NULL);
    assert(serial == 2);
    assert(pthread_barrier_destroy(&b) == 0);
    return 0;
}
