/* A thread that is to start with a function that nobody defines: the error tells where it is named.
 *
 * Verdict: SC unsupported
 * Prints: undefined_thread_function.c:14: error: not modelled: function `worker`
 */
#include <pthread.h>
#include <stddef.h>

void *worker(void *argument);

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    return 0;
}
