/* Dat3M's benchmarks: the compact NUMA-aware lock, which the Linux kernel's queued spin locks were to get.
 *
 * Checked: two threads that count under the lock lose nothing.
 *
 * The lock is handed on by a store that is a release, which stays behind what was done under the lock. Made relaxed it
 * overtakes that under PSO, but not under TSO.
 *
 * Needs: -Ibenchmarks/locks -Iinclude -w
 * Verdict: SC safe, TSO safe, PSO safe
 * Verdict -DREL2RX_UNLOCK1 -DREL2RX_UNLOCK2 -DREL2RX_UNLOCK3 -DREL2RX_UNLOCK4: TSO safe, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "cna.h"

static cna_lock_t lock;
static cna_node_t nodes[2];
static int count;

static void *worker(void *node)
{
    cna_lock(&lock, node);
    count++;
    cna_unlock(&lock, node);
    return node;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &nodes[0]);
    pthread_create(&b, NULL, worker, &nodes[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    return 0;
}
