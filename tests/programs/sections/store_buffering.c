/* Empty sections between a store and a load are full fences, as two steps or as one.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y, seen_x, seen_y;

static void *first(void *unused)
{
    x = 1;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    seen_y = y;
    return unused;
}

static void *second(void *unused)
{
    y = 1;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
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
