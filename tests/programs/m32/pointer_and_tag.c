/* A stack whose head is a pointer and a counter in one word of 64 bits.
 *
 * Verdict: SC safe
 * Check: SC safe, TSO safe, PSO safe
 * Options: --32
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct node {
    int value;
    struct node *next;
};

typedef union head {
    struct {
        struct node *top;
        uint32_t tag;
    };
    uint64_t word;
} head;

_Atomic uint64_t stack;
struct node nodes[2] = {{.value = 1}, {.value = 2}};
int got[2];

static void push(struct node *node)
{
    head old = {.word = atomic_load(&stack)}, new;
    do {
        node->next = old.top;
        new.top = node;
        new.tag = old.tag + 1;
    } while (!atomic_compare_exchange_strong(&stack, &old.word, new.word));
}

static struct node *pop(void)
{
    head old = {.word = atomic_load(&stack)}, new;
    do {
        assert(old.top);
        new.top = old.top->next;
        new.tag = old.tag + 1;
    } while (!atomic_compare_exchange_strong(&stack, &old.word, new.word));
    return old.top;
}

static void *work(void *argument)
{
    int i = (int)argument;
    push(&nodes[i]);
    got[i] = pop()->value;
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, (void *)0);
    pthread_create(&two, 0, work, (void *)1);
    pthread_join(one, 0);
    pthread_join(two, 0);
    head end = {.word = atomic_load(&stack)};
    assert(got[0] + got[1] == 3 && end.top == 0 && end.tag == 4);
    return 0;
}
