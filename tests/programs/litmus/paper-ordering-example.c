/* Two threads pass a value to each other. That both see 1 needs a cycle: each would have read what the other writes
 * last. Under TSO and PSO every read is before its thread's last write as well, so it holds there, too.
 *
 * Options: --observe m,n
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

int x, y, m, n;

static void *first(void *unused)
{
    if (x == 1)
        m = 1;
    else
        m = x;
    y = x + 1;
    return unused;
}

static void *second(void *unused)
{
    if (y == 1)
        n = 1;
    else
        n = y;
    x = y + 1;
    return unused;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(m == 1 && n == 1));
    return 0;
}
