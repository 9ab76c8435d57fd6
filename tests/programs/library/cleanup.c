/* pthread_cleanup_push and pop: handlers run at a pop that asks for it, and at pthread_exit, innermost first, before
 * the destructors of keys.
 *
 * Verdict: SC safe, TSO safe
 * Options: --observe order
 * Outcomes: order=1234
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int order;
pthread_key_t key;

static void note(void *digit)
{
    order = 10 * order + *(int *)digit;
}

static void *worker(void *unused)
{
    static int digits[] = {1, 2, 3, 4};
    (void)unused;
    pthread_setspecific(key, &digits[3]);
    pthread_cleanup_push(note, &digits[2]);
    pthread_cleanup_push(note, &digits[3]);
    pthread_cleanup_pop(0);
    pthread_cleanup_push(note, &digits[0]);
    pthread_cleanup_pop(1);
    assert(order == 1);
    pthread_cleanup_push(note, &digits[1]);
    pthread_exit(NULL);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, note);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    assert(order == 1234);
    return 0;
}
