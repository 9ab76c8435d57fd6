/* Two threads that wait for the end of each other.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Prints: DEADLOCK
 */
#include <pthread.h>

pthread_t first;

static void *joins_main(void *unused)
{
    (void)unused;
    pthread_join(first, NULL);
    return NULL;
}

int main(void)
{
    pthread_t t;
    first = pthread_self();
    pthread_create(&t, NULL, joins_main, NULL);
    pthread_join(t, NULL);
    return 0;
}
