/* ConcurrencyKit: the stack whose nodes may be pushed again, by a compare-and-swap of pointer and generation at once.
 *
 * Checked: one thread pops a node while the other pops two and pushes the first back: the ABA problem. The generation
 * tells the two states apart, so that the stack is whole in the end. See ck_stack_aba.c for what happens without.
 *
 * Needs: -Iinclude
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_stack.h>

#ifndef POP
#define POP ck_stack_pop_mpmc
#endif

static ck_stack_t stack CK_CC_ALIGN(16) = CK_STACK_INITIALIZER;
static ck_stack_entry_t nodes[3];
static ck_stack_entry_t *one, *two;

static void *pop_one(void *unused)
{
    one = POP(&stack);
    return unused;
}

static void *pop_two_push_one(void *unused)
{
    ck_stack_entry_t *again = POP(&stack);
    two = POP(&stack);
    if (again)
        ck_stack_push_mpmc(&stack, again);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    for (int i = 0; i < 3; i++)
        ck_stack_push_mpmc(&stack, &nodes[i]);
    pthread_create(&a, NULL, pop_one, NULL);
    pthread_create(&b, NULL, pop_two_push_one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(one && two && one != two);
    ck_stack_entry_t *left = POP(&stack);
    assert(left && left != one && left != two && CK_STACK_ISEMPTY(&stack));
    return 0;
}
