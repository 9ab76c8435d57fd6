/* The queue of Michael and Scott under many threads: each enqueues a node of its own, and dequeues one.
 *
 * No thread finds the queue empty, and no value comes out twice. To enqueue takes two steps, to link the node and to
 * move `tail`; the others help with the second. A try to enqueue fails at most twice for each other node: when it was
 * linked, and when `tail` had not been moved to it. A try to dequeue fails at most once for each other thread that
 * dequeues and for each node that `tail` had not been moved to. So the tries have bounds that no execution exceeds.
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

enum { NOTHING = 0, ENQUEUE_TRIES = 2 * (N - 1) + 1, DEQUEUE_TRIES = 2 * N };

struct node {
    int value;
    _Atomic(struct node *) next;
};

struct node dummy, nodes[N];
_Atomic(struct node *) head = &dummy, tail = &dummy;
int taken[N];

static void enqueue(struct node *node)
{
    for (int i = 0; i < ENQUEUE_TRIES; i++) {
        struct node *last = atomic_load(&tail);
        struct node *next = atomic_load(&last->next);
        if (next) {
            atomic_compare_exchange_strong(&tail, &last, next);
        } else if (atomic_compare_exchange_strong(&last->next, &next, node)) {
            atomic_compare_exchange_strong(&tail, &last, node);
            return;
        }
    }
    __VERIFIER_assume(0);
}

static int dequeue(void)
{
    for (int i = 0; i < DEQUEUE_TRIES; i++) {
        struct node *first = atomic_load(&head);
        struct node *last = atomic_load(&tail);
        struct node *next = atomic_load(&first->next);
        if (!next)
            return NOTHING;
        if (first == last) {
            atomic_compare_exchange_strong(&tail, &last, next);
            continue;
        }
        int value = next->value;
        if (atomic_compare_exchange_strong(&head, &first, next))
            return value;
    }
    __VERIFIER_assume(0);
    return NOTHING;
}

static void *worker(void *number)
{
    int me = (int)(intptr_t)number;
    nodes[me].value = me + 1;
    enqueue(&nodes[me]);
    taken[me] = dequeue();
    assert(taken[me] != NOTHING);
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
            assert(taken[i] != taken[j]);
    return 0;
}
