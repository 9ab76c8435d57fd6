/* The same under a mutex: whoever finds the object finds it alive.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r
 * Outcomes: r=0 | r=4
 */
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *shared;
int r;

static void *use(void *unused)
{
    pthread_mutex_lock(&lock);
    if (shared)
        r = *shared;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    shared = calloc(1, sizeof *shared);
    *shared = 4;
    pthread_create(&t, NULL, use, NULL);
    pthread_mutex_lock(&lock);
    free(shared);
    shared = NULL;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
