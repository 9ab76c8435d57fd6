/* Threads that wait for a semaphore or a thread can be cancelled.
 *
 * Verdict: SC safe
 * Prints-not: DEADLOCK
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t never;

static void *wait_for_semaphore(void *unused)
{
    sem_wait(&never);
    assert(0);
    return unused;
}

static void *wait_for_thread(void *thread)
{
    pthread_join(*(pthread_t *)thread, NULL);
    assert(0);
    return NULL;
}

static void cancel_and_join(pthread_t thread)
{
    void *result = NULL;
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
}

int main(void)
{
    pthread_t one, two;
    sem_init(&never, 0, 0);
    pthread_create(&one, NULL, wait_for_semaphore, NULL);
    pthread_create(&two, NULL, wait_for_thread, &one);
    cancel_and_join(two);
    cancel_and_join(one);
    return 0;
}
