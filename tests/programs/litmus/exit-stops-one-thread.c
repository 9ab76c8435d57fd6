/* Exit stops the thread that calls it; what the other threads do could also have happened before.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: assertion `x == 0` failed
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int x;

static void *stops(void *unused)
{
    (void)unused;
    x = 1;
    exit(0);
}

static void *goes_on(void *unused)
{
    (void)unused;
    assert(x == 0);
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, stops, NULL);
    pthread_create(&t2, NULL, goes_on, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
