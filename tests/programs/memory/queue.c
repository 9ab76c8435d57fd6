/* The queue of Michael and Scott (examples/ms_queue.c), small enough for all its executions to be listed, with nodes
 * from the heap: what they hold before they are filled must not be taken for pointers.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe taken,left
 * Outcomes: taken=1 left=2 | taken=2 left=1
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    _Atomic(struct node *) next;
};

struct node dummy;
_Atomic(struct node *) head = &dummy, tail = &dummy;
int taken, left;

static void enqueue(int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    atomic_store(&node->next, NULL);
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

static void *one(void *unused)
{
    enqueue(1);
    return unused;
}

static void *two(void *unused)
{
    enqueue(2);
    taken = dequeue();
    return unused;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, one, NULL);
    pthread_create(&t2, NULL, two, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    left = dequeue();
    assert(taken + left == 3 && dequeue() == 0);
    return 0;
}
