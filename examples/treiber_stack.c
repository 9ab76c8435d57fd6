/* Treiber's stack: a linked list whose top is changed by compare-and-swap only.
 *
 * Each thread pushes a node of its own and pops one, its own or that of the other. It can never find the stack empty,
 * and the two never get the same node. The compare-and-swap that publishes a node is a full fence on these machines,
 * so the node's contents are there before it.
 *
 * To try:
 *   - In `push`, replace the compare-and-swap by a load of `top` and a release store to it: a push may be lost.
 *   - Let one thread pop two nodes and push the first of them again: see treiber_stack_aba.c.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe popped[0],popped[1]
 * Outcomes: popped[0]=1 popped[1]=2 | popped[0]=2 popped[1]=1
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct node {
    int value;
    struct node *next;
};

_Atomic(struct node *) top;
struct node nodes[2];
int popped[2];

static void push(struct node *node)
{
    struct node *old = atomic_load(&top);
    do
        node->next = old;
    while (!atomic_compare_exchange_weak(&top, &old, node));
}

static struct node *pop(void)
{
    struct node *old = atomic_load(&top);
    while (old && !atomic_compare_exchange_weak(&top, &old, old->next))
        ;
    return old;
}

static void *worker(void *number)
{
    int me = (int)(intptr_t)number;
    nodes[me].value = me + 1;
    push(&nodes[me]);
    struct node *node = pop();
    assert(node);
    popped[me] = node->value;
    return NULL;
}

int main(void)
{
    pthread_t t0, t1;
    pthread_create(&t0, NULL, worker, (void *)(intptr_t)0);
    pthread_create(&t1, NULL, worker, (void *)(intptr_t)1);
    pthread_join(t0, NULL);
    pthread_join(t1, NULL);
    assert(popped[0] + popped[1] == 3 && !atomic_load(&top));
    return 0;
}
