/* The queue of Michael and Scott: a linked list with a dummy node in front, without locks.
 *
 * To enqueue takes two steps: link the node behind the last one, then move `tail` to it. A thread may be seen between
 * the two; the others then help it by moving `tail` themselves. To dequeue is to move `head` to the first real node,
 * which becomes the new dummy. Nodes are never reused here, so there is no ABA problem.
 *
 * One thread enqueues 1 and 2, the other enqueues 3 and dequeues once: it gets 1 or 3, the first of one of them. What
 * is left comes out in an order that keeps 1 before 2.
 *
 * To try:
 *   - In `enqueue`, link the node by atomic_store(&last->next, node) in place of the first compare-and-swap: when two
 *     threads find the same last node, one of the new nodes is lost.
 *
 * `heddle check` shows it safe as well, in about a second and for any number of attempts.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe taken,left[0],left[1]
 * Outcomes: taken=1 left[0]=2 left[1]=3 | taken=1 left[0]=3 left[1]=2 | taken=3 left[0]=1 left[1]=2
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    int value;
    _Atomic(struct node *) next;
};

struct node dummy, nodes[3];
_Atomic(struct node *) head = &dummy, tail = &dummy;
int taken, left[2];

static void enqueue(struct node *node, int value)
{
    node->value = value;
    for (;;) {
        struct node *last = atomic_load(&tail);
        struct node *next = atomic_load(&last->next);
        if (next) {
            atomic_compare_exchange_strong(&tail, &last, next);
        } else if (atomic_compare_exchange_strong(&last->next, &next, node)) {
            atomic_compare_exchange_strong(&tail, &last, node);
            return;
        }
    }
}

/* The oldest value, or 0 if the queue is empty. */
static int dequeue(void)
{
    for (;;) {
        struct node *first = atomic_load(&head);
        struct node *last = atomic_load(&tail);
        struct node *next = atomic_load(&first->next);
        if (!next)
            return 0;
        if (first == last) {
            atomic_compare_exchange_strong(&tail, &last, next);
        } else {
            int value = next->value;
            if (atomic_compare_exchange_strong(&head, &first, next))
                return value;
        }
    }
}

static void *enqueues_two(void *unused)
{
    (void)unused;
    enqueue(&nodes[0], 1);
    enqueue(&nodes[1], 2);
    return NULL;
}

static void *enqueues_and_dequeues(void *unused)
{
    (void)unused;
    enqueue(&nodes[2], 3);
    taken = dequeue();
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, enqueues_two, NULL);
    pthread_create(&t2, NULL, enqueues_and_dequeues, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    left[0] = dequeue();
    left[1] = dequeue();
    assert(taken + left[0] + left[1] == 1 + 2 + 3 && dequeue() == 0);
    return 0;
}
