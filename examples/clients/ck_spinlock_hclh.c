/* ConcurrencyKit: the queue lock in two levels, of threads that are near to each other and of all.
 *
 * Checked: what happens under the lock happens in one piece, so no increment is lost.
 *
 * The threads belong to two clusters, so that both go through the queue of all. Compiled for x86, unlocking is a
 * plain store. Under PSO it overtakes the store to `counter`.
 *
 * Needs: -Iinclude
 * Verdict: SC safe, TSO safe, PSO violation
 * Verdict -DCK_MD_PSO: PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_spinlock.h>

static ck_spinlock_hclh_t first, firsts[2], nodes[2], *all, *local[2];
static int counter;

static void *worker(void *cluster)
{
    int number = *(int *)cluster;
    ck_spinlock_hclh_t *mine = &nodes[number];
    ck_spinlock_hclh_lock(&all, &local[number], mine);
    counter++;
    ck_spinlock_hclh_unlock(&mine);
    return cluster;
}

int main(void)
{
    pthread_t a, b;
    int numbers[2] = {0, 1};
    ck_spinlock_hclh_init(&all, &first, -1);
    for (int i = 0; i < 2; i++)
        ck_spinlock_hclh_init(&local[i], &firsts[i], i);
    pthread_create(&a, NULL, worker, &numbers[0]);
    pthread_create(&b, NULL, worker, &numbers[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
