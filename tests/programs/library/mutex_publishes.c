/* Unlocking a mutex publishes everything stored before, locking it reads nothing old: message passing works, also
 * where the memory model reorders plain stores.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe seen
 * Outcomes: seen=0 | seen=1
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data, ready, seen;

static void *producer(void *unused)
{
    (void)unused;
    data = 1;
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, producer, NULL);
    pthread_mutex_lock(&m);
    seen = ready;
    pthread_mutex_unlock(&m);
    if (seen)
        assert(data == 1);
    pthread_join(thread, NULL);
    return 0;
}
