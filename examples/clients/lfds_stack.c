/* liblfds 7.1.1: the stack, whose top is a pointer and a counter that change together (cmpxchg16b).
 *
 * Checked: one thread pops an element, while the other one pops two and pushes the first of them again. The counter
 * tells that the top is not what it was: no element is lost or had by two.
 *
 * The counter is changed by a compare-and-swap only, a full fence under TSO and PSO.
 *
 * Needs: -Iinc -fgnuc-version=9.1 src/lfds711_stack/+(?)_@(init|push|pop).c
 * Needs: src/lfds711_misc/lfds711_misc_internal_backoff_init.c
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <liblfds711.h>

enum { ELEMENTS = 3 };

static struct lfds711_stack_state stack;
static struct lfds711_stack_element elements[ELEMENTS];
static struct lfds711_stack_element *first, *second, *other;

static void *popper(void *unused)
{
    lfds711_stack_pop(&stack, &other);
    return unused;
}

int main(void)
{
    pthread_t thread;
    lfds711_stack_init_valid_on_current_logical_core(&stack, NULL);
    for (int i = 0; i < ELEMENTS; i++)
        lfds711_stack_push(&stack, &elements[i]);
    pthread_create(&thread, NULL, popper, NULL);
    lfds711_stack_pop(&stack, &first);
    lfds711_stack_pop(&stack, &second);
    lfds711_stack_push(&stack, first);
    pthread_join(thread, NULL);

    assert(first && second && other && first != second && second != other);
    int left = 0;
    for (struct lfds711_stack_element *each; lfds711_stack_pop(&stack, &each); left++)
        assert(each != second && each != other);
    assert(left == 1);
    return 0;
}
