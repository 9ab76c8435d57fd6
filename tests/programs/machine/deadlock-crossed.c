/* Two threads take two locks in opposite order. A deadlock is reported, but is not a violation.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Prints: DEADLOCK
 */
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *takes_a_then_b(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return NULL;
}

static void *takes_b_then_a(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, takes_a_then_b, NULL);
    pthread_create(&t2, NULL, takes_b_then_a, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
