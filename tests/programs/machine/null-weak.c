/* The pointer in the node is set before the node is published, but under PSO it may be seen unset.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Prints PSO: VIOLATION: .*null
 */
#include <pthread.h>

int value = 1, *pointer, flag, r;

static void *sets(void *unused)
{
    (void)unused;
    pointer = &value;
    flag = 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, sets, NULL);
    if (flag)
        r = *pointer;
    pthread_join(t, NULL);
    return 0;
}
