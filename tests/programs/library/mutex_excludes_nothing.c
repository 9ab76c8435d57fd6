/* The same increments as in mutex_excludes.c under two different mutexes: one gets lost.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Options: --observe count
 * Outcomes: count=1 | count=2
 * Prints: mutex_excludes_nothing.c:29: assertion `count == 2` failed
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int count;

static void *increment(void *mutex)
{
    pthread_mutex_lock(mutex);
    count++;
    pthread_mutex_unlock(mutex);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, increment, &mutexes[0]);
    increment(&mutexes[1]);
    pthread_join(thread, NULL);
    assert(count == 2);
    return 0;
}
