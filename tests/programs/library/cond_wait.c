/* Waiting for a condition: what was stored before the signal is seen, nobody waits for ever.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Prints-not: DEADLOCK
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int data, ready;

static void *producer(void *unused)
{
    (void)unused;
    data = 1;
    pthread_mutex_lock(&m);
    ready = 1;
    assert(pthread_cond_signal(&c) == 0);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, producer, NULL);
    pthread_mutex_lock(&m);
    while (!ready)
        assert(pthread_cond_wait(&c, &m) == 0);
    assert(data == 1);
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    assert(pthread_cond_destroy(&c) == 0);
    return 0;
}
