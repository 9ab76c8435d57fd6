/* A thread spins until another one lets it go.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r
 * Outcomes: r=1
 */
#include <assert.h>
#include <pthread.h>

int flag, r;

static void *sets(void *unused)
{
    (void)unused;
    flag = 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, sets, NULL);
    while (!flag)
        ;
    r = flag;
    pthread_join(t, NULL);
    assert(r == 1);
    return 0;
}
