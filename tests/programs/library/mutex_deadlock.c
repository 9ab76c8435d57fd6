/* Two locks taken in opposite order: somebody may wait for ever.
 *
 * Verdict: SC safe, TSO safe
 * Prints: DEADLOCK: .*first
 * Prints: DEADLOCK: .*second
 */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *backwards(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, backwards, NULL);
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    pthread_join(thread, NULL);
    return 0;
}
