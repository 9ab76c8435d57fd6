/* A thread function with several parameters gets its argument in the first, and finds anything in the others.
 *
 * Options: --nondet 0..1 --observe seen,rest
 * Verdict: SC bounded
 * Check: safe
 * Outcomes: seen=7 rest=0 | seen=7 rest=1
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int seen, rest;

static int worker(int *argument, int second, char *third)
{
    seen = *argument;
    rest = second;
    (void)third;
    return 5;
}

int main(void)
{
    pthread_t thread;
    int number = 7;
    void *result;
    pthread_create(&thread, NULL, (void *(*)(void *))worker, &number);
    pthread_join(thread, &result);
    assert((size_t)result == 5 && seen == 7);
    return 0;
}
