/* A global pointer that one thread sets, and that is followed after the thread was joined.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r
 * Outcomes: r=7
 */
#include <assert.h>
#include <pthread.h>

int target, *pointer;
int r;

static void *set(void *unused)
{
    pointer = &target;
    *pointer = 7;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    pthread_join(t, NULL);
    r = *pointer;
    assert(r == 7);
    return 0;
}
