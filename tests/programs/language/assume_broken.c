/* To break what __builtin_assume promises is undefined behaviour: the execution counts, and it is an error.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: assertion .__builtin_assume. failed
 */
#include <pthread.h>

int x;

static void *set(void *unused)
{
    x = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    __builtin_assume(x == 0);
    pthread_join(thread, NULL);
    return 0;
}
