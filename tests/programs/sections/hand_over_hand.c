/* Locks given back in the order in which they were taken: between the two, only one is held.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int x, y;

static void *first(void *unused)
{
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&m);
    y = 1;
    pthread_mutex_unlock(&n);
    return unused;
}

static void *second(void *unused)
{
    pthread_mutex_lock(&m);
    int seen = x;
    pthread_mutex_lock(&n);
    assert(y == seen);
    assert(!seen);
    pthread_mutex_unlock(&n);
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
    return 0;
}
