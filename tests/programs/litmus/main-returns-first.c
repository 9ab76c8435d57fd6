/* The main thread may return while others still run; whatever they do then could also have happened before, so it
 * counts.
 *
 * Verdict: SC violation, TSO violation, PSO violation
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
    return 0;
}
