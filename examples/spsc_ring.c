/* A ring buffer for one producer and one consumer, without a lock.
 *
 * `head` counts what was put in and is written by the producer only, `tail` counts what was taken out and is written
 * by the consumer only. Each publishes its count by a release store: after the item is in its slot, or after it has
 * been read. With three items and two slots, the third goes into a slot that has to be emptied first.
 *
 * To try:
 *   - heddle check examples/spsc_ring.c --mm pso --atomics plain
 *     The count may overtake the item; the consumer takes what was in the slot before.
 *   - Let `put` wait only while there are more than SLOTS items: one is overwritten before it was read.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe received[0],received[1],received[2]
 * Outcomes: received[0]=1 received[1]=2 received[2]=3
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SLOTS = 2, ITEMS = 3 };

int slots[SLOTS];
atomic_uint head, tail;
int received[ITEMS];

static void put(int item)
{
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
    while (h - atomic_load_explicit(&tail, memory_order_acquire) == SLOTS)
        ;
    slots[h % SLOTS] = item;
    atomic_store_explicit(&head, h + 1, memory_order_release);
}

static int take(void)
{
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
    while (atomic_load_explicit(&head, memory_order_acquire) == t)
        ;
    int item = slots[t % SLOTS];
    atomic_store_explicit(&tail, t + 1, memory_order_release);
    return item;
}

static void *producer(void *unused)
{
    (void)unused;
    for (int i = 0; i < ITEMS; i++)
        put(i + 1);
    return NULL;
}

static void *consumer(void *unused)
{
    (void)unused;
    for (int i = 0; i < ITEMS; i++)
        received[i] = take();
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    for (int i = 0; i < ITEMS; i++)
        assert(received[i] == i + 1);
    return 0;
}
