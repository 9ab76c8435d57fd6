/* Two threads that write neighbouring elements of an array have nothing in common.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe a[0],a[1]
 * Outcomes: a[0]=3 a[1]=4
 */
#include <assert.h>
#include <pthread.h>

char a[2];

static void *even(void *unused)
{
    a[0] = 1;
    a[0] += 2;
    return unused;
}

static void *odd(void *unused)
{
    a[1] = 2;
    a[1] += 2;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, even, NULL);
    pthread_create(&t[1], NULL, odd, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(a[0] + a[1] == 7);
    return 0;
}
