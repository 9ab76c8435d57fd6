/* ConcurrencyKit: the queue lock of Mellor-Crummey and Scott.
 *
 * Checked: what happens under the lock happens in one piece, so no increment is lost.
 *
 * The thread that gives the lock to the next in the queue does so by a plain store, if it is compiled for x86; under
 * PSO that overtakes the store to `counter`.
 *
 * Needs: -Iinclude
 * Verdict: SC safe, TSO safe, PSO violation
 * Verdict -DCK_MD_PSO: PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_spinlock.h>

static ck_spinlock_mcs_t lock = CK_SPINLOCK_MCS_INITIALIZER;
static ck_spinlock_mcs_context_t nodes[2];
static int counter;

static void *worker(void *node)
{
    ck_spinlock_mcs_lock(&lock, node);
    counter++;
    ck_spinlock_mcs_unlock(&lock, node);
    return node;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &nodes[0]);
    pthread_create(&b, NULL, worker, &nodes[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
