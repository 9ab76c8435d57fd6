/* ConcurrencyKit: the ring buffer for one producer, used by two.
 *
 * Checked: what two producers have put in is there. It is wrong: both may choose the same slot, and one item is lost.
 *
 * Needs: -Iinclude
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>

#include <ck_ring.h>

enum { SIZE = 4 };

static ck_ring_t ring;
static ck_ring_buffer_t buffer[SIZE];

static void *producer(void *item)
{
    ck_ring_enqueue_spsc(&ring, buffer, item);
    return item;
}

int main(void)
{
    pthread_t a, b;
    int items[2];
    ck_ring_init(&ring, SIZE);
    pthread_create(&a, NULL, producer, &items[0]);
    pthread_create(&b, NULL, producer, &items[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(ck_ring_size(&ring) == 2);
    return 0;
}
