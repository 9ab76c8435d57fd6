/* Joining what is not a thread.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <pthread.h>

int main(void)
{
    pthread_t t = 77;
    pthread_join(t, NULL);
    return 0;
}
