/* A cancelled thread that holds a mutex, without a cleanup handler, keeps it.
 *
 * Verdict: SC violation
 * Prints: assertion `locked` failed
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    sleep(1);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    int locked = pthread_mutex_trylock(&mutex) == 0;
    assert(locked);
    return 0;
}
