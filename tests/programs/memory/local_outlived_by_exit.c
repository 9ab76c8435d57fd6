/* pthread_exit ends the variables of all functions that have not returned.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: dangling pointer
 */
#include <pthread.h>

int *shared;

static void leave(void)
{
    int own = 1;
    shared = &own;
    pthread_exit(NULL);
}

static void *thread(void *unused)
{
    leave();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    *shared = 1;
    return 0;
}
