/* A thread that is started and joined inside of a section, and does not use the lock.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;

static void *child(void *unused)
{
    y = 1;
    return unused;
}

static void *first(void *unused)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    x = 1;
    pthread_create(&t, NULL, child, NULL);
    pthread_join(t, NULL);
    x = 0;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *second(void *unused)
{
    if (y) {
        pthread_mutex_lock(&m);
        assert(x == 0);
        pthread_mutex_unlock(&m);
    }
    assert(!y);
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
