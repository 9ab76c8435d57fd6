/* Floating-point numbers and addresses are printed; how long the text is matters to nobody.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

double shared;

static int show(int wants_address)
{
    if (wants_address)
        return printf("%p\n", (void *)&shared);
    return printf("%f\n", shared);
}

static void *work(void *unused)
{
    shared = 0.25;
    show(shared > 0.1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    show(0);
    pthread_join(thread, NULL);
    assert(shared == 0.25);
    return 0;
}
