/* A recursive mutex is free only after as many unlocks as locks, and who waits for it gets it then.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe a,b
 * Outcomes: a=1 b=2 | a=2 b=1
 * Prints-not: DEADLOCK
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int turn, a, b;

static void *worker(void *result)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    int mine = turn + 1;
    pthread_mutex_unlock(&m);
    turn = mine;
    *(int *)result = mine;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, &a);
    worker(&b);
    pthread_join(thread, NULL);
    assert(a != b);
    return 0;
}
