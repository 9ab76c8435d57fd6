/* A thread creates a thread and passes on what that returns.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

int x;

static void *child(void *unused)
{
    (void)unused;
    x = 1;
    return &x;
}

static void *parent(void *unused)
{
    (void)unused;
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, child, NULL);
    pthread_join(t, &result);
    return result;
}

int main(void)
{
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, parent, NULL);
    pthread_join(t, &result);
    assert(result == &x && x == 1);
    return 0;
}
