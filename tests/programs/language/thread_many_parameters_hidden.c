/* The same, where nobody can see which function it is: an error that names the call.
 *
 * Verdict: SC unsupported
 * Prints: thread_many_parameters_hidden.c:23: error: not modelled: a thread function with several parameters
 */
#include <pthread.h>
#include <stddef.h>

static void *worker(void *argument, int second)
{
    (void)second;
    return argument;
}

static void *(*functions[])(void *) = {(void *(*)(void *))worker};

int __VERIFIER_nondet_int(void);

int main(void)
{
    pthread_t thread;
    int which = __VERIFIER_nondet_int() ? 0 : 0;
    pthread_create(&thread, NULL, functions[which], NULL);
    return 0;
}
