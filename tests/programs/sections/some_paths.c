/* A lock that is taken on some paths only.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, careful;

static void *first(void *unused)
{
    int is_careful = careful;
    if (is_careful)
        pthread_mutex_lock(&m);
    x++;
    if (is_careful)
        pthread_mutex_unlock(&m);
    return unused;
}

static void *second(void *unused)
{
    careful = 1;
    pthread_mutex_lock(&m);
    x++;
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
    return 0;
}
