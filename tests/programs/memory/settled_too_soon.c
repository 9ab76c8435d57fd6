/* What is known of one variable lets a loop go on to where it writes another: the other is not settled.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int limit, late;

static void *writer(void *unused)
{
    for (int i = 0; i < limit; i++)
        if (i >= 5)
            late = 1;
    return unused;
}

static void *reader(void *unused)
{
    assert(late == 0);
    return unused;
}

int main(void)
{
    pthread_t t1, t2;
    limit = 10;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
