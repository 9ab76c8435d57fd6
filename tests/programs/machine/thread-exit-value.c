/* pthread_exit ends a thread from inside a function and gives its result to the one that joins it.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

int x, result = 7;

static void leave(void)
{
    pthread_exit(&result);
}

static void *leaves_early(void *unused)
{
    (void)unused;
    x = 1;
    leave();
    x = 2;
    return NULL;
}

int main(void)
{
    pthread_t t;
    void *value;
    pthread_create(&t, NULL, leaves_early, NULL);
    pthread_join(t, &value);
    assert(x == 1 && *(int *)value == 7);
    return 0;
}
