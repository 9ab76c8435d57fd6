/* The serial thread may destroy and free the barrier while the others are still leaving it.
 *
 * Verdict: SC safe, TSO safe
 * Prints-not: DEADLOCK
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_barrier_t *b;

static void *worker(void *unused)
{
    (void)unused;
    if (pthread_barrier_wait(b) == PTHREAD_BARRIER_SERIAL_THREAD) {
        assert(pthread_barrier_destroy(b) == 0);
        free(b);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_barrierattr_t attribute;
    b = malloc(sizeof *b);
    assert(pthread_barrierattr_init(&attribute) == 0);
    assert(pthread_barrierattr_setpshared(&attribute, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_barrier_init(b, &attribute, 2) == 0);
    assert(pthread_barrierattr_destroy(&attribute) == 0);
    pthread_create(&thread, NULL, worker, NULL);
    worker(NULL);
    pthread_join(thread, NULL);
    return 0;
}
