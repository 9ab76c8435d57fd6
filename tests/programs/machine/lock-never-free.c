/* A thread that ends with a lock held blocks the others; what they would do after it is not reached.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Prints: DEADLOCK
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int locked;

static void *keeps_lock(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&m);
    locked = 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, keeps_lock, NULL);
    pthread_join(t, NULL);
    pthread_mutex_lock(&m);
    assert(!locked);
    return 0;
}
