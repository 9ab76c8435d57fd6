/* A signal wakes one of the waiting threads, whichever: with one signal for two of them one may wait for ever, and
 * either may be the lucky one. `waiting` counts those who wait, so that the signal comes after both began to.
 *
 * Verdict: SC violation
 * Prints: DEADLOCK
 * Prints: assertion `me != 1 \|\| !alone` failed
 * Prints: assertion `me != 2 \|\| !alone` failed
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int waiting, signals, woken;

static void *waiter(void *number)
{
    int me = *(int *)number;
    pthread_mutex_lock(&m);
    waiting++;
    while (!signals)
        pthread_cond_wait(&c, &m);
    int alone = woken++ == 0;
    signals = 0;
    pthread_mutex_unlock(&m);
    assert(me != 1 || !alone);
    assert(me != 2 || !alone);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_create(&a, NULL, waiter, &one);
    pthread_create(&b, NULL, waiter, &two);
    pthread_mutex_lock(&m);
    if (waiting == 2) {
        signals = 1;
        pthread_cond_signal(&c);
    }
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
