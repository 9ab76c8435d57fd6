/* A compare-and-swap loop that counts how often it had to try again.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int x;

static void *adder(void *unused)
{
    int old = x, tries = 1;
    while (!atomic_compare_exchange_strong(&x, &old, old + 10))
        tries++;
    assert(tries < 4);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, adder, NULL);
    for (int i = 0; i < 3; i++)
        x++;
    pthread_join(t, NULL);
    return 0;
}
