/* A write lock excludes readers and publishes: a reader sees both stores or none.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe seen_x,seen_y
 * Outcomes: seen_x=0 seen_y=0 | seen_x=1 seen_y=1
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
int x, y, seen_x, seen_y;

static void *writer(void *unused)
{
    (void)unused;
    assert(pthread_rwlock_wrlock(&rw) == 0);
    x = 1;
    y = 1;
    assert(pthread_rwlock_unlock(&rw) == 0);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    assert(pthread_rwlock_rdlock(&rw) == 0);
    seen_y = y;
    seen_x = x;
    assert(pthread_rwlock_unlock(&rw) == 0);
    assert(seen_x == seen_y);
    pthread_join(thread, NULL);
    return 0;
}
