/* A jump into a loop that waits: the first test is left out.
 *
 * Verdict: SC violation, TSO violation
 * Prints: assertion `x == 1` failed
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile int x, skip = 1;

static void *worker(void *unused)
{
    int seen;
    if (skip)
        goto behind;
    do {
        seen = x;
        if (!seen)
            continue;
    behind:
        assert(x == 1);
        return unused;
    } while (!seen);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    x = 1;
    pthread_join(thread, NULL);
    return 0;
}
