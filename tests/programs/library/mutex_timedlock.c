/* pthread_mutex_timedlock and clocklock get the mutex, or give up at some time, but only while somebody
 * else has it; they are never part of a deadlock.
 *
 * Verdict: SC safe, TSO safe
 * Options: --observe timed,clocked
 * Outcomes: timed=0 clocked=0 | timed=110 clocked=0 | timed=110 clocked=110
 * Prints-not: DEADLOCK
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int timed, clocked;

static void *worker(void *unused)
{
    struct timespec until = {.tv_sec = 1};
    (void)unused;
    timed = pthread_mutex_timedlock(&m, &until);
    if (timed == 0)
        pthread_mutex_unlock(&m);
    clocked = pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &until);
    if (clocked == 0)
        pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&m);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    assert(timed == 0 || timed == ETIMEDOUT);
    return 0;
}
