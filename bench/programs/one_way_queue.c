/* The queue of Michael and Scott: one thread enqueues, another one dequeues what is there, and goes on if there is
 * nothing. Values come out in the order in which they went in.
 *
 * N: how often each of the two does so.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Bench: N=3,6,13
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

struct node {
    int value;
    _Atomic(struct node *) next;
};

struct node dummy, nodes[N];
_Atomic(struct node *) head = &dummy, tail = &dummy;

static void enqueue(struct node *node)
{
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

static void *producer(void *unused)
{
    for (int i = 0; i < N; i++) {
        nodes[i].value = i + 1;
        enqueue(&nodes[i]);
    }
    return unused;
}

static void *consumer(void *unused)
{
    int newest = 0;
    for (int i = 0; i < N; i++) {
        int value = dequeue();
        assert(value == 0 || value == newest + 1);
        newest = value ? value : newest;
    }
    return unused;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
