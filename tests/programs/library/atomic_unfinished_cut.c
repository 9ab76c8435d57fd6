/* A loop in an atomic block that is not followed to its end: the block may go on, so nothing is known of its end.
 * Others still see nothing of its middle.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Check: SC bounded, TSO bounded, PSO bounded
 * Check-options: --unwind 2
 */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int middle, limit = 2, sum;

static void *worker(void *argument)
{
    __VERIFIER_atomic_begin();
    middle = 1;
    for (int i = 0; i < limit; i++)
        sum += i;
    middle = 0;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    limit = 4;
    assert(middle == 0);
    return 0;
}
