/* A list that nobody changes once there are threads, but whose nodes a thread marks: the last one, too.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: !nodes\[6\].mark
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct node {
    int mark;
    struct node *next;
};

struct node nodes[7];
struct node *first;

static void *walk(void *unused)
{
    for (struct node *at = first; at; at = at->next)
        at->mark = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    for (int i = 6; i >= 0; i--) {
        nodes[i].next = first;
        first = &nodes[i];
    }
    pthread_create(&t, NULL, walk, NULL);
    pthread_join(t, NULL);
    assert(!nodes[6].mark);
    return 0;
}
