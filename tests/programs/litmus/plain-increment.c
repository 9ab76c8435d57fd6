/* Two plain increments may lose an update under every model.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Options: --observe x
 * Outcomes: x=1 | x=2
 */
#include <assert.h>
#include <pthread.h>

int x;

static void *thread1(void *unused)
{
    (void)unused;
    x++;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    x++;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2);
    return 0;
}
