/* Userspace RCU: the stack with wait-free push.
 *
 * Checked: two threads push while a third one takes all that is there: no node is lost, none is seen twice. A node is
 * linked to the one below it only after it is on the stack; whoever walks the stack waits for that.
 *
 * Needs: -Iinclude -D_LGPL_SOURCE
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <urcu/wfstack.h>

struct item {
    struct cds_wfs_node node; /* first, so that its address is the item's */
    int seen;
};

static struct __cds_wfs_stack stack;
static struct item items[2];

static void *pusher(void *item)
{
    cds_wfs_node_init(item);
    cds_wfs_push(&stack, item);
    return item;
}

static struct cds_wfs_node *next_of(struct cds_wfs_node *node)
{
    struct cds_wfs_node *next;
    do
        next = cds_wfs_next_nonblocking(node);
    while (next == CDS_WFS_WOULDBLOCK);
    return next;
}

static void take_all(void)
{
    struct cds_wfs_head *all = __cds_wfs_pop_all(&stack);
    if (!all)
        return;
    for (struct cds_wfs_node *node = cds_wfs_first(all); node; node = next_of(node))
        ((struct item *)node)->seen++;
}

int main(void)
{
    pthread_t a, b;
    __cds_wfs_init(&stack);
    pthread_create(&a, NULL, pusher, &items[0]);
    pthread_create(&b, NULL, pusher, &items[1]);
    take_all();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    take_all();
    assert(items[0].seen == 1 && items[1].seen == 1 && cds_wfs_empty(&stack));
    return 0;
}
