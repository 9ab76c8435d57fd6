/* A new thread sees everything its creator stored before, in whatever order.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

int x, y;

static void *reader(void *unused)
{
    (void)unused;
    assert(y == 2 && x == 1);
    return NULL;
}

int main(void)
{
    pthread_t t;
    x = 1;
    y = 2;
    pthread_create(&t, NULL, reader, NULL);
    pthread_join(t, NULL);
    return 0;
}
