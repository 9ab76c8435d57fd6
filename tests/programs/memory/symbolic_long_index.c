/* A pointer with an offset of which only the highest bits are known: every element of the array may be meant.
 *
 * Verdict: SC violation, TSO violation
 * Prints: symbolic_long_index.c:33: assertion `table\[i\] == 1`
 * Prints-not: bounds
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

unsigned __VERIFIER_nondet_uint(void);

long *table;
long elements[4];

static void *fill(void *unused)
{
    for (int i = 0; i < 3; i++)
        table[i] = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    unsigned i = __VERIFIER_nondet_uint();
    table = elements;
    pthread_create(&thread, NULL, fill, NULL);
    pthread_join(thread, NULL);
    if (i < 4) {
        elements[i] += 0;
        table[i] += 0;
        assert(table[i] == 1);
    }
    return 0;
}
