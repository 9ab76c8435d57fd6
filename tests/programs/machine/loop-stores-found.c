/* A violation by another thread is found in spite of an endless loop of stores.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>

int x;

static void *stores(void *unused)
{
    (void)unused;
    for (;;)
        x = 1;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, stores, NULL);
    assert(x == 0);
    return 0;
}
