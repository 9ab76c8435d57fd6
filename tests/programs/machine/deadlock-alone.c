/* A thread that takes a normal mutex twice waits for itself.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Prints: DEADLOCK
 */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    return 0;
}
