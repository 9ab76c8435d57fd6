/* ConcurrencyKit: the ring buffer, with one producer and one consumer.
 *
 * Checked: items come out in the order in which they went in, and an item is complete when it comes out. The ring has
 * room for one item less than its size, so the second goes into it only after the first has come out.
 *
 * Compiled for x86, there is no fence between slot and counter: under PSO the counter overtakes the item.
 *
 * Needs: -Iinclude
 * Verdict: SC safe, TSO safe, PSO violation
 * Verdict -DCK_MD_PSO: PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_ring.h>

enum { SIZE = 2, ITEMS = 2 };

static ck_ring_t ring;
static ck_ring_buffer_t buffer[SIZE];
static int items[ITEMS];

static void *producer(void *unused)
{
    for (int i = 0; i < ITEMS; i++) {
        items[i] = i + 1;
        while (!ck_ring_enqueue_spsc(&ring, buffer, &items[i]))
            ;
    }
    return unused;
}

static void *consumer(void *unused)
{
    for (int i = 0; i < ITEMS; i++) {
        void *item;
        while (!ck_ring_dequeue_spsc(&ring, buffer, &item))
            ;
        assert(item == &items[i] && items[i] == i + 1);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    ck_ring_init(&ring, SIZE);
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(ck_ring_size(&ring) == 0);
    return 0;
}
