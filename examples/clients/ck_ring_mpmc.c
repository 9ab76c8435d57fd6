/* ConcurrencyKit: the ring buffer, with several producers and several consumers.
 *
 * Checked: of two threads that each put an item in and try to take one out, no two get the same item, and none gets
 * what nobody has put in; what was not taken is still there.
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

enum { SIZE = 4 };

static ck_ring_t ring;
static ck_ring_buffer_t buffer[SIZE];
static int items[2];
static void *taken[2];

static void *worker(void *item)
{
    bool has_room = ck_ring_enqueue_mpmc(&ring, buffer, item);
    assert(has_room);
    void *got;
    if (ck_ring_trydequeue_mpmc(&ring, buffer, &got))
        taken[(int *)item - items] = got;
    return item;
}

int main(void)
{
    pthread_t a, b;
    ck_ring_init(&ring, SIZE);
    pthread_create(&a, NULL, worker, &items[0]);
    pthread_create(&b, NULL, worker, &items[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    unsigned count = 0;
    for (int i = 0; i < 2; i++) {
        assert(!taken[i] || taken[i] == &items[0] || taken[i] == &items[1]);
        count += taken[i] != NULL;
    }
    assert(!taken[0] || taken[0] != taken[1]);
    assert(ck_ring_size(&ring) == 2 - count);
    return 0;
}
