/* ConcurrencyKit: the stack for nodes that are pushed only once.
 *
 * Checked: with two nodes pushed and one popped meanwhile, no node is lost or seen twice, and what is popped is
 * complete. All changes of the stack are locked operations, so PSO does not harm even what is compiled for x86.
 *
 * Needs: -Iinclude
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_stack.h>

struct item {
    ck_stack_entry_t entry; /* first, so that its address is the item's */
    int value;
};

static ck_stack_t stack = CK_STACK_INITIALIZER;
static struct item items[2];

static void *pusher(void *item)
{
    ((struct item *)item)->value = 1;
    ck_stack_push_upmc(&stack, item);
    return item;
}

static int count_and_clear(void)
{
    int sum = 0;
    for (ck_stack_entry_t *entry = ck_stack_batch_pop_upmc(&stack); entry; entry = entry->next) {
        sum += ((struct item *)entry)->value;
        ((struct item *)entry)->value = 0;
    }
    return sum;
}

int main(void)
{
    pthread_t a, b;
    int sum = 0;
    pthread_create(&a, NULL, pusher, &items[0]);
    pthread_create(&b, NULL, pusher, &items[1]);
    ck_stack_entry_t *entry = ck_stack_pop_upmc(&stack);
    if (entry) {
        assert(((struct item *)entry)->value == 1);
        sum++;
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sum + count_and_clear() == 2 && CK_STACK_ISEMPTY(&stack));
    return 0;
}
