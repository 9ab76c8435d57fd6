/* Userspace RCU: the lock-free stack.
 *
 * Checked: two threads push and pop at the same time, those that pop under the lock of the stack: they get different
 * nodes, and both nodes are found in the end.
 *
 * Needs: -Iinclude -D_LGPL_SOURCE
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <urcu/lfstack.h>

static struct cds_lfs_stack stack;
static struct cds_lfs_node nodes[2];
static struct cds_lfs_node *taken[2];

static void *worker(void *number)
{
    int me = *(int *)number;
    cds_lfs_node_init(&nodes[me]);
    cds_lfs_push(&stack, &nodes[me]);
    taken[me] = cds_lfs_pop_blocking(&stack);
    return number;
}

int main(void)
{
    pthread_t a, b;
    int numbers[2] = {0, 1};
    cds_lfs_init(&stack);
    pthread_create(&a, NULL, worker, &numbers[0]);
    pthread_create(&b, NULL, worker, &numbers[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(taken[0] && taken[1] && taken[0] != taken[1] && cds_lfs_empty(&stack));
    return 0;
}
