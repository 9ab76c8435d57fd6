/* A signal does not wake a thread that begins to wait after it, and a broadcast without waiters has no effect.
 *
 * Verdict: SC safe, PSO safe
 * Options: --observe done
 * Outcomes: none
 * Prints: DEADLOCK
 */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int done;

int main(void)
{
    pthread_cond_signal(&c);
    pthread_cond_broadcast(&c);
    pthread_mutex_lock(&m);
    while (!done)
        pthread_cond_wait(&c, &m);
    return 0;
}
