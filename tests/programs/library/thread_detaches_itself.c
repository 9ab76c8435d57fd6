/* A thread that detaches itself, and another one that joins it all the same: an error if the detaching comes first.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: detached
 */
#include <pthread.h>

int x;

static void *detach(void *unused)
{
    if (x == 0)
        pthread_detach(pthread_self());
    x = 2;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, detach, 0);
    x = 1;
    pthread_join(thread, 0);
    return 0;
}
