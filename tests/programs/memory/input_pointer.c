/* An input that is compared with an address may be used as one: of a global, of the heap. A local variable whose
 * address goes nowhere cannot be hit by it.
 *
 * Verdict: SC bounded, TSO bounded
 * Options: --nondet 0..1
 * Check: SC safe, TSO safe
 */
#include <assert.h>
#include <stdlib.h>

unsigned long __VERIFIER_nondet_ulong(void);
int global = 1;

int main(void)
{
    int *heap = malloc(sizeof *heap);
    int *input = (int *)__VERIFIER_nondet_ulong();
    if (heap == NULL)
        return 0;
    *heap = 2;
    if (input == &global)
        assert(*input == 1);
    if (input == heap)
        assert(*input == 2);
    free(heap);
    return 0;
}
