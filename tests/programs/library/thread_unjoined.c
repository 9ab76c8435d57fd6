/* Only join publishes the end of a thread: without it, both values can be seen.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe seen
 * Outcomes: seen=0 | seen=1
 */
#include <pthread.h>
#include <stddef.h>

int x, seen;

static void *writer(void *unused)
{
    (void)unused;
    x = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    seen = x;
    pthread_join(thread, NULL);
    return 0;
}
