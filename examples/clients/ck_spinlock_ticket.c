/* ConcurrencyKit: the ticket lock.
 *
 * Checked: what happens under the lock happens in one piece, so no increment is lost.
 *
 * For x86, the ticket is the upper half of a word and the one that is served the lower half; unlocking is a locked
 * increment of the lower half alone. That is a full fence, so the lock is right under PSO even as it is for TSO.
 *
 * Needs: -Iinclude
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_spinlock.h>

static ck_spinlock_ticket_t lock = CK_SPINLOCK_TICKET_INITIALIZER;
static int counter;

static void *worker(void *unused)
{
    for (int round = 0; round < 2; round++) {
        ck_spinlock_ticket_lock(&lock);
        counter++;
        ck_spinlock_ticket_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 4);
    return 0;
}
