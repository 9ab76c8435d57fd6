/* The main thread ends by pthread_exit; the other goes on.
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
    pthread_exit(NULL);
}
