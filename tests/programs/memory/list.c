/* A list that one thread builds from its end and another walks. The head is published last: under PSO the walker may
 * find a node before its contents.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Options: --observe sum
 * Outcomes SC: sum=0 | sum=2 | sum=3
 * Outcomes TSO: sum=0 | sum=2 | sum=3
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct node *head;
int sum;

static void *build(void *unused)
{
    for (int i = 2; i > 0; i--) {
        struct node *node = calloc(1, sizeof *node);
        node->value = i;
        node->next = head;
        head = node;
    }
    return unused;
}

static void *walk(void *unused)
{
    int total = 0;
    for (struct node *node = head; node; node = node->next) {
        assert(node->value != 0);
        total += node->value;
    }
    sum = total;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, build, NULL);
    pthread_create(&t[1], NULL, walk, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
