/* Treiber's stack under many threads: each pushes a node of its own and pops one, its own or another's.
 *
 * No thread finds the stack empty, no node is popped twice, and the stack is empty in the end. A compare-and-swap fails
 * only when another one succeeded, of which there are two for each other thread: so the tries have a bound that no
 * execution exceeds.
 *
 * N: the number of threads.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Bench: N=2,3,4
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

void __VERIFIER_assume(int condition);

enum { TRIES = 2 * (N - 1) + 1 };

struct node {
    int value;
    struct node *next;
};

_Atomic(struct node *) top;
struct node nodes[N];
int popped[N];

static void push(struct node *node)
{
    for (int i = 0; i < TRIES; i++) {
        struct node *old = atomic_load(&top);
        node->next = old;
        if (atomic_compare_exchange_strong(&top, &old, node))
            return;
    }
    __VERIFIER_assume(0);
}

static struct node *pop(void)
{
    for (int i = 0; i < TRIES; i++) {
        struct node *old = atomic_load(&top);
        if (!old || atomic_compare_exchange_strong(&top, &old, old->next))
            return old;
    }
    __VERIFIER_assume(0);
    return NULL;
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
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++)
            assert(popped[i] != popped[j]);
    assert(!atomic_load(&top));
    return 0;
}
