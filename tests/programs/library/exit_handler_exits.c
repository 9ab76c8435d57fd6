/* A handler that calls exit does not come back; the handlers that are left run all the same. Destructors of keys do not
 * run in the thread that calls exit.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: assertion .last == 0. failed
 * Prints-not: unreachable
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int last;
pthread_key_t key;

static void unreachable(void *value)
{
    assert(value == NULL && "unreachable");
}

static void check_last(void)
{
    assert(last == 0);
}

static void leave(void)
{
    last = 1;
    exit(1);
    unreachable(&last);
}

int main(void)
{
    pthread_key_create(&key, unreachable);
    pthread_setspecific(key, &key);
    atexit(check_last);
    atexit(leave);
    return 0;
}
