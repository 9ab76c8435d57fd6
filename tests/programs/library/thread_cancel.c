/* A cancelled thread goes on to its next cancellation point, ends there as by pthread_exit(PTHREAD_CANCELED), and runs
 * its cleanup handlers and the destructors of its keys. What comes after a point that was passed before is not lost.
 *
 * Verdict: SC safe, TSO safe
 * Options: --observe steps,cleaned,was_cancelled
 * Outcomes: steps=1 cleaned=1 was_cancelled=1 | steps=2 cleaned=0 was_cancelled=0 | steps=2 cleaned=1 was_cancelled=1
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

int steps, cleaned, destroyed, was_cancelled;
static pthread_key_t key;

static void clean(void *unused)
{
    (void)unused;
    cleaned++;
    pthread_testcancel(); /* a thread that ends is not cancelled again */
}

static void destroy(void *unused)
{
    (void)unused;
    destroyed++;
}

static void *worker(void *unused)
{
    pthread_setspecific(key, &key);
    pthread_cleanup_push(clean, NULL);
    steps = 1;
    pthread_testcancel();
    steps = 2;
    usleep(1);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, NULL, worker, NULL);
    assert(pthread_cancel(thread) == 0);
    pthread_join(thread, &result);
    was_cancelled = result == PTHREAD_CANCELED;
    assert(was_cancelled || result == NULL);
    assert(destroyed == 1);
    return 0;
}
