/* A pointer fits into an int, and travels in one.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Options: --32
 * Prints PSO: pointer_in_int.c:29: assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int key, value;
};
unsigned word;

static void *send(void *unused)
{
    struct node *node = malloc(sizeof *node);
    node->key = 0;
    node->value = 7;
    word = (unsigned)node | 1;
    return unused;
}

static void receive(unsigned seen)
{
    const int *value = (int *)(seen - 1) + 1;
    if (seen & 1)
        assert(*value == 7);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, send, 0);
    receive(word);
    pthread_join(thread, 0);
    return 0;
}
