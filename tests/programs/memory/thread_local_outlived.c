/* A thread-local variable is gone when its thread has ended, even if nothing else in the program ever is.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: dangling pointer
 */
#include <pthread.h>

static __thread int own;
int *shared;

static void *thread(void *unused)
{
    shared = &own;
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
