/* An endless loop of stores fills the store buffer. It is searched up to a bound of its size; under SC there is none.
 *
 * Verdict: SC safe, TSO bounded, PSO bounded
 * Prints TSO: buffer
 * Prints PSO: buffer
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
