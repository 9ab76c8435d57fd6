/* Nobody knows what a thread function finds in a floating-point parameter.
 *
 * Verdict: SC unsupported
 * Prints: thread_double_parameter.c:21: error: not modelled: a thread function whose parameter is neither a pointer
 */
#include <pthread.h>

static double seen;

static void worker(double value)
{
    seen = value;
}

int main(void)
{
    pthread_t thread;
    void *(*function)(void *) = (void *(*)(void *))worker;
    double number = 1.5;

    pthread_create(&thread, 0, function, &number);
    pthread_join(thread, 0);
    return 0;
}
