/* A thread that computes for ever, and is cancelled asynchronously: its handlers run, and it can be joined.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <pthread.h>

static int cleaned;
static volatile int never;

static void clean(void *by)
{
    cleaned += *(int *)by;
}

static void *compute(void *unused)
{
    int own = 2;
    pthread_cleanup_push(clean, &own);
    ROW(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL), 0);
    while (!never)
        continue;
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result = NULL;
    ROW(pthread_create(&thread, NULL, compute, NULL), 0);
    ROW(pthread_cancel(thread), 0);
    GIVES(pthread_join(thread, &result), result, PTHREAD_CANCELED);
    ROW(cleaned, 2);
    END_OF_TABLE();
    return 0;
}
