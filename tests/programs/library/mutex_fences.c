/* Each operation on a mutex is a full fence, also of a mutex that no other thread uses, and also a lock that is tried
 * in vain: store buffering is gone.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER, taken = PTHREAD_MUTEX_INITIALIZER;
int x, y, r1, r2;

static void *left(void *unused)
{
    (void)unused;
    x = 1;
    pthread_mutex_lock(&own);
    r1 = y;
    return NULL;
}

static void *right(void *unused)
{
    (void)unused;
    y = 1;
    assert(pthread_mutex_trylock(&taken) == EBUSY);
    r2 = x;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_mutex_lock(&taken);
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(r1 == 1 || r2 == 1);
    return 0;
}
