/* A thread that does not let itself be cancelled goes on; the request waits until it does.
 *
 * Verdict: SC safe
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int done;

static void *worker(void *unused)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    pthread_cancel(pthread_self());
    pthread_testcancel();
    done = 1;
    pthread_setcancelstate(old, NULL);
    done = 2;
    pthread_testcancel();
    done = 3;
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, &result);
    assert(done == 2 && result == PTHREAD_CANCELED);
    return 0;
}
