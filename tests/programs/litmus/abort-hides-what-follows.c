/* Nothing after abort is reached, neither in its thread nor in one that waits for it.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int x;

static void *stops(void *unused)
{
    (void)unused;
    if (x == 0)
        abort();
    assert(x == 1);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, stops, NULL);
    pthread_join(t, NULL);
    assert(x == 1);
    return 0;
}
