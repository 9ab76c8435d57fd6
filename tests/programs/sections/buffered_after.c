/* A store after a section is buffered, whatever the section is.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int z, x, y, seen_x, seen_y;

static void *first(void *unused)
{
    pthread_mutex_lock(&m);
    z++;
    pthread_mutex_unlock(&m);
    x = 1;
    seen_y = y;
    return unused;
}

static void *second(void *unused)
{
    pthread_mutex_lock(&m);
    z++;
    pthread_mutex_unlock(&m);
    y = 1;
    seen_x = x;
    return unused;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(seen_x || seen_y);
    return 0;
}
