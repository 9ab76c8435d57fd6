/* Userspace RCU: the queue with wait-free enqueue.
 *
 * Checked: two threads enqueue while a third one dequeues: no node is lost, none comes out twice, and what comes out is
 * complete. A node is published by a locked operation, so PSO does not harm either.
 *
 * The queue has to be asked again while a node is not linked yet; that is followed twice.
 *
 * Needs: -Iinclude -D_LGPL_SOURCE
 * Verdict: SC bounded, TSO bounded, PSO bounded
 * Options: --unwind 2
 */
#include <assert.h>
#include <pthread.h>

#include <urcu/wfcqueue.h>

struct item {
    struct cds_wfcq_node node; /* first, so that its address is the item's */
    int value;
};

static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static struct item items[2];

static void *producer(void *item)
{
    ((struct item *)item)->value = 1;
    cds_wfcq_node_init(item);
    cds_wfcq_enqueue(&head, &tail, item);
    return item;
}

static int dequeue(void)
{
    struct cds_wfcq_node *node;
    do
        node = __cds_wfcq_dequeue_nonblocking(&head, &tail);
    while (node == CDS_WFCQ_WOULDBLOCK);
    struct item *item = (struct item *)node;
    if (!item)
        return 0;
    assert(item->value == 1);
    item->value = 2;
    return 1;
}

int main(void)
{
    pthread_t a, b;
    cds_wfcq_init(&head, &tail);
    pthread_create(&a, NULL, producer, &items[0]);
    pthread_create(&b, NULL, producer, &items[1]);
    int count = dequeue();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    while (count < 2) {
        int got = dequeue();
        assert(got);
        count += got;
    }
    assert(cds_wfcq_empty(&head, &tail));
    return 0;
}
