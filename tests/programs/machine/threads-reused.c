/* The same variable is used for one thread after another; no two of them run together.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe x
 * Outcomes: x=3
 */
#include <assert.h>
#include <pthread.h>

int x;

static void *increments(void *unused)
{
    (void)unused;
    x++;
    return NULL;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        pthread_t t;
        pthread_create(&t, NULL, increments, NULL);
        pthread_join(t, NULL);
    }
    assert(x == 3);
    return 0;
}
