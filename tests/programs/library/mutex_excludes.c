/* A mutex makes an increment indivisible.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe count
 * Outcomes: count=2
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t m;
int count;

static void *increment(void *unused)
{
    (void)unused;
    assert(pthread_mutex_lock(&m) == 0);
    count++;
    assert(pthread_mutex_unlock(&m) == 0);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    assert(pthread_mutex_init(&m, NULL) == 0);
    pthread_create(&thread, NULL, increment, NULL);
    increment(NULL);
    pthread_join(thread, NULL);
    assert(count == 2);
    assert(pthread_mutex_destroy(&m) == 0);
    return 0;
}
