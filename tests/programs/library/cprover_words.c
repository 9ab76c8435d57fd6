/* CBMC's own keywords.
 *
 * Verdict: SC safe, TSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

__CPROVER_thread_local int own = 4;
__CPROVER_bool truth = 7;

static void *worker(void *unused)
{
    assert(own == 4);
    own = 5;
    return unused;
}

int main(void)
{
    pthread_t thread;
    own = 6;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    assert(own == 6 && truth == 1);
    return 0;
}
