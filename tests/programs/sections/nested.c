/* A section inside of another: what the inner lock protects can be seen between two inner sections.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
int x, y;

static void *first(void *unused)
{
    pthread_mutex_lock(&outer);
    y = 1;
    pthread_mutex_lock(&inner);
    x = 1;
    pthread_mutex_unlock(&inner);
    pthread_mutex_lock(&inner);
    x = 2;
    pthread_mutex_unlock(&inner);
    y = 0;
    pthread_mutex_unlock(&outer);
    return unused;
}

static void *second(void *unused)
{
    pthread_mutex_lock(&inner);
    assert(x != 1);
    pthread_mutex_unlock(&inner);
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
