/* Each thread overwrites a variable twice, and in between reads the other's. That both still read 1 is impossible under
 * SC. With store buffers it is not: each thread can read the other's variable before the other's stores arrive.
 *
 * Options: --observe m,n
 * Verdict: SC safe, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>

int x = 1, y = 1, m, n;

static void *first(void *unused)
{
    x = y + 1;
    m = y;
    x = 0;
    return unused;
}

static void *second(void *unused)
{
    y = x + 1;
    n = x;
    y = 0;
    return unused;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(m == 1 && n == 1));
    return 0;
}
