/* A loop whose end depends on another thread, and that never makes more than three iterations.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int limit;

static void *worker(void *unused)
{
    int done = 0;
    while (done < limit)
        done++;
    assert(done < 4);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    limit = 1;
    limit = 3;
    pthread_join(t, NULL);
    return 0;
}
