/* Cancellation at any place is not modelled, and says so: here it would hide that `x` may stay 1.
 *
 * Verdict: SC unsupported
 * Prints: thread_cancel_async.c:14: .*asynchronous cancellation
 */
#include <pthread.h>
#include <stddef.h>

static int x;

static void *worker(void *unused)
{
    int old;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
    x = 1;
    x = 2;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
