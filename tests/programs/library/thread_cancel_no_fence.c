/* A cancellation point is no fence: store buffering stays visible through it.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x, y, r1 = 1, r2 = 1;

static void *worker(void *unused)
{
    x = 1;
    pthread_testcancel();
    r1 = y;
    return unused;
}

int main(void)
{
    pthread_t thread, cancelled;
    pthread_create(&thread, NULL, worker, NULL);
    y = 1;
    pthread_testcancel();
    r2 = x;
    pthread_join(thread, NULL);
    assert(r1 || r2);
    pthread_create(&cancelled, NULL, worker, NULL);
    pthread_cancel(cancelled);
    return 0;
}
