/* A mutex in the heap that nobody has initialised.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: without having been initialised
 */
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t *mutex;
int x;

static void *worker(void *unused)
{
    pthread_mutex_lock(mutex);
    x++;
    pthread_mutex_unlock(mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    mutex = malloc(sizeof *mutex);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(mutex);
    x++;
    pthread_mutex_unlock(mutex);
    pthread_join(thread, NULL);
    return 0;
}
