/* A signal that nobody waits for is lost: the condition is set without the lock, so the signal may come between the
 * test and the wait. A spurious wake-up could help, but nobody may count on it.
 *
 * Verdict: SC safe, TSO safe
 * Prints: DEADLOCK: .*\bc\b
 */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

static void *producer(void *unused)
{
    (void)unused;
    ready = 1;
    pthread_cond_signal(&c);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, producer, NULL);
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}
