/* liblfds 7.1.1: the bounded queue for one producer, with two.
 *
 * Checked: what two producers have put into the queue is there afterwards. It is wrong: both may write to the same
 * element.
 *
 * Needs: -Iinc -fgnuc-version=9.1 src/+(?)_queue_bounded_single+(?)/+(?)_@(init|enqueue|dequeue).c
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>

#include <liblfds711.h>

enum { SIZE = 4 };

static struct lfds711_queue_bss_state queue;
static struct lfds711_queue_bss_element elements[SIZE];
static int items[2];

static void *producer(void *item)
{
    assert(lfds711_queue_bss_enqueue(&queue, NULL, item));
    return item;
}

int main(void)
{
    pthread_t a, b;
    void *first = NULL, *second = NULL;
    lfds711_queue_bss_init_valid_on_current_logical_core(&queue, elements, SIZE, NULL);
    pthread_create(&a, NULL, producer, &items[0]);
    pthread_create(&b, NULL, producer, &items[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(lfds711_queue_bss_dequeue(&queue, NULL, &first) && lfds711_queue_bss_dequeue(&queue, NULL, &second));
    assert(first != second);
    return 0;
}
