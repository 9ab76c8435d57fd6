/* Threads that are cancelled where they wait, and that nobody cancels: each comes to its end, and says how.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <pthread.h>
#include <semaphore.h>

static sem_t never, three;
static pthread_t first;

static void *wait_for_semaphore(void *unused)
{
    sem_wait(&never);
    return unused;
}

static void *wait_for_thread(void *unused)
{
    pthread_join(first, NULL);
    return unused;
}

static void *take_what_is_there(void *unused)
{
    ROW(sem_wait(&three), 0);
    ROW(sem_wait(&three), 0);
    return unused;
}

static void cancel_and_join(pthread_t thread)
{
    void *result = NULL;
    ROW(pthread_cancel(thread), 0);
    ROW(pthread_join(thread, &result), 0);
    ROW(result, PTHREAD_CANCELED);
}

int main(void)
{
    pthread_t second, third;
    void *result = &never;
    ROW(sem_init(&never, 0, 0), 0);
    ROW(sem_init(&three, 0, 3), 0);
    ROW(sem_wait(&three), 0);
    ROW(pthread_create(&first, NULL, wait_for_semaphore, NULL), 0);
    ROW(pthread_create(&second, NULL, wait_for_thread, NULL), 0);
    ROW(pthread_create(&third, NULL, take_what_is_there, NULL), 0);
    ROW(pthread_join(third, &result), 0);
    ROW(result, NULL);
    cancel_and_join(second);
    cancel_and_join(first);
    END_OF_TABLE();
    return 0;
}
