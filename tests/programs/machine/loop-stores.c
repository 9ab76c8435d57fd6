/* An endless loop of stores fills the store buffer. It is searched up to a bound of its size; under SC there is none.
 *
 * `heddle check` has no buffers to bound, but a loop that it follows only so many times, under SC as well.
 *
 * Verdict: SC safe, TSO bounded, PSO bounded
 * Prints TSO: buffer
 * Prints PSO: buffer
 * Check: bounded
 * Check-options: --unwind 2
 */
#include <pthread.h>

int x, r;

static void *stores(void *unused)
{
    (void)unused;
    for (;;)
        x = 1;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, stores, NULL);
    r = x;
    return 0;
}
