/* liblfds 7.1.1: the bounded queue for one producer and one consumer.
 *
 * Checked: the pairs come out in order, and what they point to is complete. The queue of two elements has room for one
 * pair, so each element is used again.
 *
 * Compiled as by a current gcc, the write index is stored behind a release fence, which keeps stores in order under
 * PSO; TSO needs none. Without the fence the index overtakes the pair under PSO.
 *
 * Needs: -Iinc -fgnuc-version=9.1 src/+(?)_queue_bounded_single+(?)/+(?)_@(init|enqueue|dequeue).c
 * Verdict: SC safe, TSO safe, PSO safe
 * Verdict -D__ATOMIC_RELEASE=__ATOMIC_RELAXED: TSO safe, PSO violation
 */
#include <assert.h>
#include <pthread.h>

#include <liblfds711.h>

enum { SIZE = 2, ITEMS = 3 };

static struct lfds711_queue_bss_state queue;
static struct lfds711_queue_bss_element elements[SIZE];
static int items[ITEMS];

static void *producer(void *unused)
{
    for (int i = 0; i < ITEMS; i++) {
        items[i] = i + 1;
        while (!lfds711_queue_bss_enqueue(&queue, &queue, &items[i]))
            ;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    lfds711_queue_bss_init_valid_on_current_logical_core(&queue, elements, SIZE, NULL);
    pthread_create(&thread, NULL, producer, NULL);
    for (int i = 0; i < ITEMS; i++) {
        void *key, *item;
        while (!lfds711_queue_bss_dequeue(&queue, &key, &item))
            ;
        assert(key == &queue && item == &items[i] && *(int *)item == i + 1);
    }
    pthread_join(thread, NULL);
    return 0;
}
