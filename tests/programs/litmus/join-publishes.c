/* The end of a thread empties its store buffer: who has joined it sees all it stored.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe x,y
 * Outcomes: x=3 y=2
 */
#include <assert.h>
#include <pthread.h>

int x, y;

static void *writer(void *unused)
{
    (void)unused;
    x = 1;
    y = 2;
    x = 3;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_join(t, NULL);
    assert(x == 3 && y == 2);
    return 0;
}
