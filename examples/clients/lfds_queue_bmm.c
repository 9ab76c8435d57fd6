/* liblfds 7.1.1: the bounded queue for many producers and many consumers.
 *
 * Checked: a pair that is taken while two producers are at work is one of theirs, and complete; the other is there
 * afterwards.
 *
 * An element is announced by its sequence number, stored behind a release fence; who may write or read it is decided by
 * a compare-and-swap. So it is safe with any store buffer; without the fence the number overtakes the pair under PSO.
 *
 * Needs: -Iinc -fgnuc-version=9.1 src/+(?)_queue_bounded_many+(?)/+(?)_@(init|enqueue|dequeue).c
 * Needs: src/lfds711_misc/lfds711_misc_internal_backoff_init.c
 * Verdict: SC safe, TSO safe, PSO safe
 * Verdict -D__ATOMIC_RELEASE=__ATOMIC_RELAXED: TSO safe, PSO violation
 */
#include <assert.h>
#include <pthread.h>

#include <liblfds711.h>

enum { SIZE = 2 };

static struct lfds711_queue_bmm_state queue;
static struct lfds711_queue_bmm_element elements[SIZE];
static int items[2];

static void *producer(void *item)
{
    *(int *)item = 1;
    assert(lfds711_queue_bmm_enqueue(&queue, item, item));
    return item;
}

int main(void)
{
    pthread_t a, b;
    void *key = NULL, *first = NULL, *second = NULL;
    lfds711_queue_bmm_init_valid_on_current_logical_core(&queue, elements, SIZE, NULL);
    pthread_create(&a, NULL, producer, &items[0]);
    pthread_create(&b, NULL, producer, &items[1]);
    int has_first = lfds711_queue_bmm_dequeue(&queue, &key, &first);
    assert(!has_first || (key == first && *(int *)first == 1));
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(lfds711_queue_bmm_dequeue(&queue, NULL, &second) && *(int *)second == 1 && first != second);
    return 0;
}
