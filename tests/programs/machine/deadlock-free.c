/* Two threads take two locks in the same order: no deadlock.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Prints-not: DEADLOCK
 */
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *takes_both(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, takes_both, NULL);
    pthread_create(&t2, NULL, takes_both, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
