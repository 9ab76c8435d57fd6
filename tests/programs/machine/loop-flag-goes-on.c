/* A loop in which a compare-and-swap may succeed and the loop go on all the same: such iterations count.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: loop-flag-goes-on.c:36: assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int x, is_enough, twice;

static void *setter(void *unused)
{
    int stops = 0;
    while (!stops) {
        int zero = 0;
        stops = atomic_compare_exchange_strong(&x, &zero, 1) && is_enough;
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, setter, NULL);
    if (x == 1) {
        x = 0;
        if (x == 1)
            twice = 1;
    }
    is_enough = 1;
    x = 0;
    pthread_join(t, NULL);
    /* the setter has set x once more, when it was enough */
    assert(!twice);
    return 0;
}
