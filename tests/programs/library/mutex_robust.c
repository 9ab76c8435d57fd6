/* Robust mutexes are not modelled, and say so.
 *
 * Verdict: SC unsupported
 * Prints: mutex_robust.c:13: .*robust mutex
 */
#include <pthread.h>

int main(void)
{
    pthread_mutexattr_t attribute;
    pthread_mutexattr_init(&attribute);
    pthread_mutexattr_setrobust(&attribute, PTHREAD_MUTEX_STALLED);
    pthread_mutexattr_setrobust(&attribute, PTHREAD_MUTEX_ROBUST);
    return 0;
}
