/* A thread-local variable can be read by others until the thread ends, and not after that.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Options: --observe r
 * Outcomes SC: r=0 | r=5
 * Outcomes TSO: r=0 | r=5
 * Prints: dangling pointer
 */
#include <pthread.h>
#include <stddef.h>

int *p;
int r;
static __thread int x;

static void *owner(void *unused)
{
    x = 5;
    (void)unused;
    p = &x;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, owner, NULL);
    int *seen = p;
    if (seen)
        r = *seen;
    pthread_join(thread, NULL);
}
