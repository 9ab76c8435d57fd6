/* The ABA problem: a compare-and-swap sees that a pointer has its old value, not that it has been changed in between.
 *
 * The stack is that of treiber_stack.c, with nodes A and B on it. One thread pops A, but is delayed after it has read
 * A's successor, B. Meanwhile the other pops A, pops B, and pushes A again. Now A is the top as before, the delayed
 * compare-and-swap succeeds and makes B the top: a node that the other thread has taken out and believes its own.
 * This has nothing to do with memory models; it happens under SC, too.
 *
 * To try:
 *   - Put a counter next to the pointer, in one word of 64 bits (an index and a count of 32 bits each), and count
 *     each pop: the compare-and-swap then fails as it should.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    struct node *next;
};

struct node b, a = {.next = &b};
_Atomic(struct node *) top = &a;
struct node *kept; /* what `recycler` took out and did not put back */

static void push(struct node *node)
{
    struct node *old = atomic_load(&top);
    do
        node->next = old;
    while (!atomic_compare_exchange_weak(&top, &old, node));
}

static struct node *pop(void)
{
    struct node *old = atomic_load(&top);
    while (old && !atomic_compare_exchange_weak(&top, &old, old->next))
        ;
    return old;
}

static void *popper(void *unused)
{
    (void)unused;
    pop();
    return NULL;
}

static void *recycler(void *unused)
{
    (void)unused;
    struct node *first = pop();
    kept = pop();
    if (first)
        push(first);
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, popper, NULL);
    pthread_create(&t2, NULL, recycler, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    for (struct node *node = atomic_load(&top); node; node = node->next)
        assert(node != kept);
    return 0;
}
