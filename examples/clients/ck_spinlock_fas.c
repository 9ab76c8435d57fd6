/* ConcurrencyKit: the fetch-and-store spin lock.
 *
 * Checked: what happens under the lock happens in one piece, so no increment is lost; and trylock takes only a lock
 * that nobody has.
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

static ck_spinlock_fas_t lock = CK_SPINLOCK_FAS_INITIALIZER;
static int counter;

static void *wait_for_it(void *unused)
{
    ck_spinlock_fas_lock(&lock);
    counter++;
    ck_spinlock_fas_unlock(&lock);
    return unused;
}

static void *try_it(void *done)
{
    if (ck_spinlock_fas_trylock(&lock)) {
        counter++;
        *(int *)done = 1;
        ck_spinlock_fas_unlock(&lock);
    }
    return done;
}

int main(void)
{
    pthread_t a, b;
    int done = 0;
    pthread_create(&a, NULL, wait_for_it, NULL);
    pthread_create(&b, NULL, try_it, &done);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 1 + done);
    return 0;
}
