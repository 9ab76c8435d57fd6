/* ConcurrencyKit: the queue lock of Craig, Landin and Hagersten.
 *
 * Checked: what happens under the lock happens in one piece, so no increment is lost.
 *
 * A thread waits at the node of the one before it, and goes on with that node afterwards; so everybody locks twice.
 * Compiled for x86, unlocking is a plain store. Under PSO it overtakes the store to `counter`.
 *
 * Needs: -Iinclude
 * Verdict: SC safe, TSO safe, PSO violation
 * Verdict -DCK_MD_PSO: PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_spinlock.h>

static ck_spinlock_clh_t first, nodes[2], *lock;
static int counter;

static void *worker(void *node)
{
    ck_spinlock_clh_t *mine = node;
    for (int round = 0; round < 2; round++) {
        ck_spinlock_clh_lock(&lock, mine);
        counter++;
        ck_spinlock_clh_unlock(&mine);
    }
    return node;
}

int main(void)
{
    pthread_t a, b;
    ck_spinlock_clh_init(&lock, &first);
    pthread_create(&a, NULL, worker, &nodes[0]);
    pthread_create(&b, NULL, worker, &nodes[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 4);
    return 0;
}
