/* Userspace RCU: the queue with wait-free enqueue, with two threads that dequeue at the same time.
 *
 * Checked: they get different nodes. It is wrong: dequeuing needs a lock, or a single consumer.
 *
 * Needs: -Iinclude -D_LGPL_SOURCE
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>

#include <urcu/wfcqueue.h>

static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static struct cds_wfcq_node nodes[3];
static struct cds_wfcq_node *taken[2];

static void *consumer(void *place)
{
    *(struct cds_wfcq_node **)place = __cds_wfcq_dequeue_nonblocking(&head, &tail);
    return place;
}

int main(void)
{
    pthread_t a, b;
    cds_wfcq_init(&head, &tail);
    for (int i = 0; i < 3; i++) {
        cds_wfcq_node_init(&nodes[i]);
        cds_wfcq_enqueue(&head, &tail, &nodes[i]);
    }
    pthread_create(&a, NULL, consumer, &taken[0]);
    pthread_create(&b, NULL, consumer, &taken[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(taken[0] != taken[1] || taken[0] == CDS_WFCQ_WOULDBLOCK);
    return 0;
}
