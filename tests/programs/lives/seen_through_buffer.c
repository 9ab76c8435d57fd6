/* The end of a variable and a store to it wait in the same buffer; a reader finds the variable gone.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: seen_through_buffer.c:25: dangling pointer
 */
#include <pthread.h>
#include <stddef.h>

int *place;

static void show(void)
{
    int own = 1;
    place = &own;
}

static void *owner(void *unused)
{
    show();
    return unused;
}

static int look(const int *p)
{
    return *p;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, owner, NULL);
    const int *p = place;
    return p ? look(p) : 0;
}
