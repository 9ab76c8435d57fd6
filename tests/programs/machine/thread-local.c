/* Each thread has its own instance of a thread-local variable.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

_Thread_local int mine = 5;

static void *increments(void *unused)
{
    (void)unused;
    mine++;
    assert(mine == 6);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, increments, NULL);
    mine += 10;
    pthread_join(t, NULL);
    assert(mine == 15);
    return 0;
}
