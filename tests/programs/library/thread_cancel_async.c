/* Asynchronous cancellation ends a thread between any two of its stores, and in a loop that has no cancellation point.
 *
 * Verdict: SC safe, TSO safe
 * Options: --observe x,was_cancelled
 * Outcomes: x=0 was_cancelled=1 | x=1 was_cancelled=1 | x=2 was_cancelled=1 | x=2 was_cancelled=0
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int x, was_cancelled;

static void *worker(void *unused)
{
    int old;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
    assert(old == PTHREAD_CANCEL_DEFERRED);
    x = 1;
    x = 2;
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    was_cancelled = result == PTHREAD_CANCELED;
    return 0;
}
