/* A thread reads and writes a variable on its creator's stack, while the creator does.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r
 * Outcomes: r=3 | r=4 | r=12 | r=13
 */
#include <assert.h>
#include <pthread.h>

int r;

static void *add(void *argument)
{
    int *shared = argument;
    *shared += 3;
    return NULL;
}

int main(void)
{
    int mine = 0, before;
    pthread_t t;
    mine = 1;
    pthread_create(&t, NULL, add, &mine);
    before = mine == 4;
    mine = before ? 10 : mine;
    pthread_join(t, NULL);
    r = mine + (before ? 3 : 0);
    r -= r == 1;
    r = r == 0 ? 12 : r;
    assert(r > 2);
    return 0;
}
