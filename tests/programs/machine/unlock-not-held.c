/* Unlocking a mutex that is not locked.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_unlock(&m);
    return 0;
}
