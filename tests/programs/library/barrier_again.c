/* Barriers that are initialised where another one was before: after it was destroyed, in a block that is entered again,
 * and in memory that was freed. Memory that was not set may hold anything.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_barrier_t b;

static void pass(pthread_barrier_t *barrier)
{
    assert(pthread_barrier_init(barrier, NULL, 1) == 0);
    assert(pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
}

static void local(void)
{
    pthread_barrier_t own;
    pass(&own);
}

static void heap(void)
{
    pthread_barrier_t *own = malloc(sizeof *own);
    pass(own);
    free(own);
}

static void *thread(void *unused)
{
    local();
    heap();
    return unused;
}

int main(void)
{
    pthread_t one;
    pass(&b);
    pthread_barrier_destroy(&b);
    pass(&b);
    pthread_create(&one, NULL, thread, NULL);
    local();
    local();
    heap();
    heap();
    pthread_join(one, NULL);
    return 0;
}
