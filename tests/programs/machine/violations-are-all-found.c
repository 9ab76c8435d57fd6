/* The search goes on after a violation: both are reported.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: assertion `x == 1` failed
 * Prints: assertion `x == 2` failed
 */
#include <assert.h>
#include <pthread.h>

int x;

static void *fails(void *unused)
{
    (void)unused;
    assert(x == 1);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, fails, NULL);
    assert(x == 2);
    return 0;
}
