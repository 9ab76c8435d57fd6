/* ConcurrencyKit: the spin lock that is taken by a decrement to zero.
 *
 * Checked: what happens under the lock happens in one piece, so no increment is lost.
 *
 * Compiled for x86, unlocking is a plain store. Under PSO it overtakes the store to `counter`.
 *
 * Needs: -Iinclude
 * Verdict: SC safe, TSO safe, PSO violation
 * Verdict -DCK_MD_PSO: PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_spinlock.h>

static ck_spinlock_dec_t lock = CK_SPINLOCK_DEC_INITIALIZER;
static int counter;

static void *worker(void *unused)
{
    ck_spinlock_dec_lock(&lock);
    counter++;
    ck_spinlock_dec_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
