/* The divisor is set before the flag, but under PSO the flag may be seen first.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Options: --observe r
 * Outcomes SC: r=0 | r=5
 * Outcomes TSO: r=0 | r=5
 */
#include <pthread.h>

int divisor, flag, r;

static void *sets(void *unused)
{
    (void)unused;
    divisor = 2;
    flag = 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, sets, NULL);
    if (flag)
        r = 10 / divisor;
    pthread_join(t, NULL);
    return 0;
}
