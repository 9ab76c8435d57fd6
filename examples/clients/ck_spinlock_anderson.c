/* ConcurrencyKit: Anderson's lock, an array of places to wait at.
 *
 * Checked: what happens under the lock happens in one piece, so no increment is lost.
 *
 * With two places for two threads, the second round uses them again. Compiled for x86, unlocking is a plain store.
 * Under PSO it overtakes the store to `counter`.
 *
 * Needs: -Iinclude
 * Verdict: SC safe, TSO safe, PSO violation
 * Verdict -DCK_MD_PSO: PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_spinlock.h>

static ck_spinlock_anderson_thread_t slots[2];
static ck_spinlock_anderson_t lock;
static int counter;

static void *worker(void *unused)
{
    for (int round = 0; round < 2; round++) {
        ck_spinlock_anderson_thread_t *slot;
        ck_spinlock_anderson_lock(&lock, &slot);
        counter++;
        ck_spinlock_anderson_unlock(&lock, slot);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    ck_spinlock_anderson_init(&lock, slots, 2);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 4);
    return 0;
}
