/* The size is an input; the machine can show what goes wrong with a small one.
 *
 * Verdict: SC violation
 * Options: --nondet 1..1
 * Prints: assertion
 */
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned count = __VERIFIER_nondet_uint();
    if (count == 0)
        return 0;
    unsigned *array = malloc(count * sizeof *array);
    if (array == NULL)
        return 0;
    array[0] = count;
    assert(array[0] != 1);
    free(array);
    return 0;
}
