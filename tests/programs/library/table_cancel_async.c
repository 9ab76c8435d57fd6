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

/* With a request that has come, nobody goes on whose cancellation becomes asynchronous. */
static void *ask_first(void *unused)
{
    ROW(pthread_cancel(pthread_self()), 0);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    assert(!"pthread_setcanceltype returns");
    return unused;
}

static void *permit_last(void *unused)
{
    ROW(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL), 0);
    ROW(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL), 0);
    ROW(pthread_cancel(pthread_self()), 0);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    assert(!"pthread_setcancelstate returns");
    return unused;
}

static void *ask_last(void *unused)
{
    ROW(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL), 0);
    pthread_cancel(pthread_self());
    assert(!"pthread_cancel of oneself returns");
    return unused;
}

static void *deferred(void *unused)
{
    ROW(pthread_cancel(pthread_self()), 0);
    pthread_testcancel();
    assert(!"pthread_testcancel returns");
    return unused;
}

static void check_end(void *(*function)(void *))
{
    pthread_t thread;
    void *result = NULL;
    ROW(pthread_create(&thread, NULL, function, NULL), 0);
    GIVES(pthread_join(thread, &result), result, PTHREAD_CANCELED);
}

int main(void)
{
    check_end(ask_first);
    check_end(permit_last);
    check_end(ask_last);
    check_end(deferred);
    pthread_t thread;
    void *result = NULL;
    ROW(pthread_create(&thread, NULL, compute, NULL), 0);
    ROW(pthread_cancel(thread), 0);
    GIVES(pthread_join(thread, &result), result, PTHREAD_CANCELED);
    ROW(cleaned, 2);
    END_OF_TABLE();
    return 0;
}
