/* Cancellation is not modelled, and says so.
 *
 * Verdict: SC unsupported
 * Prints: thread_cancel.c:20: .*pthread_cancel
 */
#include <pthread.h>
#include <stddef.h>

static void *nothing(void *unused)
{
    (void)unused;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_testcancel();
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
