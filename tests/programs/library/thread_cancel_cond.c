/* A thread that is cancelled while it waits for a condition variable has the mutex again when its cleanup handlers run.
 *
 * Verdict: SC safe
 * Prints-not: DEADLOCK
 * Check: bounded
 * Check-options: --unwind 2
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int inside, ready, cleaned;

static void unlock(void *unused)
{
    (void)unused;
    assert(inside == 0);
    cleaned = 1;
    assert(pthread_mutex_unlock(&mutex) == 0);
}

static void *waiter(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, NULL);
    while (!ready)
        pthread_cond_wait(&condition, &mutex);
    assert(inside == 0);
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    pthread_mutex_lock(&mutex);
    inside = 1;
    pthread_cancel(thread);
    inside = 0;
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    assert(cleaned);
    return 0;
}
