/* sched_yield and pthread_yield are no fences: both threads may still miss the other's store.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

int x, y, r1, r2;

static void rest(void)
{
    assert(sched_yield() == 0);
    assert(pthread_yield() == 0);
}

static void *left(void *unused)
{
    (void)unused;
    x = 1;
    rest();
    r1 = y;
    return NULL;
}

static void *right(void *unused)
{
    (void)unused;
    y = 1;
    rest();
    r2 = x;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(r1 == 1 || r2 == 1);
    return 0;
}
