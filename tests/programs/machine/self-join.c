/* A thread that joins itself gets an error, as POSIX allows; it does not wait.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Prints-not: DEADLOCK
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    assert(pthread_join(pthread_self(), NULL) == EDEADLK);
    return 0;
}
