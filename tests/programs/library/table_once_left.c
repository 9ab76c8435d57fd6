/* A routine of pthread_once that is cancelled, or exits: as if pthread_once was never called.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <pthread.h>
#include <semaphore.h>

static pthread_once_t exited = PTHREAD_ONCE_INIT, cancelled = PTHREAD_ONCE_INIT;
static sem_t never;
static int ran;

static void leave(void)
{
    pthread_exit(NULL);
}

static void stay(void)
{
    sem_wait(&never);
}

static void run(void)
{
    ran++;
}

static void *call_leave(void *unused)
{
    pthread_once(&exited, leave);
    assert(0);
    return unused;
}

static void *call_stay(void *unused)
{
    pthread_once(&cancelled, stay);
    assert(0);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    void *result = NULL;
    ROW(sem_init(&never, 0, 0), 0);
    ROW(pthread_create(&one, NULL, call_leave, NULL), 0);
    ROW(pthread_join(one, NULL), 0);
    ROW(pthread_create(&two, NULL, call_stay, NULL), 0);
    ROW(pthread_cancel(two), 0);
    GIVES(pthread_join(two, &result), result, PTHREAD_CANCELED);
    ROW(pthread_once(&exited, run), 0);
    ROW(pthread_once(&cancelled, run), 0);
    ROW(pthread_once(&cancelled, run), 0);
    ROW(ran, 2);
    END_OF_TABLE();
    return 0;
}
