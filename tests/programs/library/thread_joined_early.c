/* A thread joins one that is started after itself; `heddle check` does not do that.
 *
 * Verdict: SC safe, TSO safe
 * Check: unsupported
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_t later;
int ready, x;

static void *wait_for_later(void *unused)
{
    while (!ready)
        continue;
    pthread_join(later, NULL);
    assert(x == 1);
    return unused;
}

static void *store(void *unused)
{
    x = 1;
    return unused;
}

int main(void)
{
    pthread_t first;
    pthread_create(&first, NULL, wait_for_later, NULL);
    pthread_create(&later, NULL, store, NULL);
    ready = 1;
    pthread_join(first, NULL);
    assert(x == 1);
    return 0;
}
