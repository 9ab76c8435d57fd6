/* A section in which nobody can look: x is 2 whenever the lock is free.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x = 2;

static void *first(void *unused)
{
    pthread_mutex_lock(&m);
    x = 1;
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *second(void *unused)
{
    pthread_mutex_lock(&m);
    assert(x == 2);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2);
    pthread_mutex_destroy(&m);
    return 0;
}
