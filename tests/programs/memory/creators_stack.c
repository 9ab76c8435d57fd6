/* A thread reads and writes a variable on its creator's stack, while the creator does: an update can be lost.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r
 * Outcomes: r=4 | r=11 | r=14
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
    int mine = 1;
    pthread_t t;
    pthread_create(&t, NULL, add, &mine);
    mine += 10;
    pthread_join(t, NULL);
    r = mine;
    assert(r > 3);
    return 0;
}
