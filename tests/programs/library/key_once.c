/* A key made by the first thread that needs it, which started before the key existed: its destructor runs.
 *
 * Verdict: SC safe, TSO safe
 * Options: --observe destroyed
 * Outcomes: destroyed=2
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_key_t key;
atomic_int destroyed;

static void destroy(void *value)
{
    (void)value;
    destroyed++;
}

static void make_key(void)
{
    pthread_key_create(&key, destroy);
}

static void *worker(void *value)
{
    pthread_once(&once, make_key);
    pthread_setspecific(key, value);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &once);
    pthread_create(&b, NULL, worker, &once);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(destroyed == 2);
    return 0;
}
