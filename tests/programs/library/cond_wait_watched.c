/* How often a thread waits on a condition variable can be told by who tries to take the mutex, but does not wait for
 * it.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Check-options: --unwind 4
 * Prints: assertion `held < 3` failed
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

static void *waiter(void *argument)
{
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t t;
    int held = 0;
    pthread_create(&t, NULL, waiter, NULL);
    for (int i = 0; i < 3; i++) {
        if (pthread_mutex_trylock(&mutex) == 0)
            pthread_mutex_unlock(&mutex);
        else
            held++;
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    }
    assert(held < 3);
    return 0;
}
