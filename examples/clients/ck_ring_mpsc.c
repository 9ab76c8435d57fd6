/* ConcurrencyKit: the ring buffer, with two producers and one consumer.
 *
 * Checked: both items come out, each once, and what they point to is complete.
 *
 * The locked operation that chooses a slot does not help the slot itself: compiled for x86, under PSO the counter
 * overtakes the item.
 *
 * Needs: -Iinclude
 * Verdict: SC safe, TSO safe, PSO violation
 * Verdict -DCK_MD_PSO: PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_ring.h>

enum { SIZE = 4 };

static ck_ring_t ring;
static ck_ring_buffer_t buffer[SIZE];
static int items[2];

static void *producer(void *item)
{
    *(int *)item = 1;
    bool has_room = ck_ring_enqueue_mpsc(&ring, buffer, item);
    assert(has_room);
    return item;
}

int main(void)
{
    pthread_t a, b;
    void *first, *second;
    ck_ring_init(&ring, SIZE);
    pthread_create(&a, NULL, producer, &items[0]);
    pthread_create(&b, NULL, producer, &items[1]);
    while (!ck_ring_dequeue_mpsc(&ring, buffer, &first))
        ;
    assert(first == &items[0] || first == &items[1]);
    assert(*(int *)first == 1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    bool has_second = ck_ring_dequeue_mpsc(&ring, buffer, &second);
    assert(has_second && second == &items[first == &items[0]]);
    return 0;
}
