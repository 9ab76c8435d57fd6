/* pthread_cond_timedwait returns because of a signal, because time is over, or for no reason; it then has the lock in
 * any case, and it is never part of a deadlock. Another clock can be chosen.
 *
 * Verdict: SC safe, TSO safe
 * Options: --observe result,seen
 * Outcomes: result=0 seen=0 | result=0 seen=1 | result=110 seen=0 | result=110 seen=1
 * Prints-not: DEADLOCK
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c;
int ready, seen, result;

static void *producer(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_condattr_t attribute;
    clockid_t clock;
    struct timespec until = {.tv_sec = 1};
    assert(pthread_condattr_init(&attribute) == 0);
    assert(pthread_condattr_setclock(&attribute, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_getclock(&attribute, &clock) == 0 && clock == CLOCK_MONOTONIC);
    assert(pthread_condattr_setpshared(&attribute, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_cond_init(&c, &attribute) == 0);
    assert(pthread_condattr_destroy(&attribute) == 0);
    pthread_create(&thread, NULL, producer, NULL);
    pthread_mutex_lock(&m);
    result = pthread_cond_timedwait(&c, &m, &until);
    assert(result == 0 || result == ETIMEDOUT);
    seen = ready;
    assert(pthread_mutex_unlock(&m) == 0);
    pthread_mutex_lock(&m);
    result |= pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &until);
    assert(pthread_mutex_unlock(&m) == 0);
    pthread_join(thread, NULL);
    return 0;
}
