/* Unlocking a mutex that another thread has locked.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *unlocks(void *unused)
{
    (void)unused;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, unlocks, NULL);
    pthread_join(t, NULL);
    return 0;
}
