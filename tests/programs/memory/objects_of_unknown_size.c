/* Objects whose size is an input, with a bound that only the program knows, and accesses at their ends.
 *
 * Verdict: SC bounded
 * Options: --nondet 0..4
 * Check: SC safe
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned count = __VERIFIER_nondet_uint();
    if (count == 0 || count > 4)
        return 0;
    int *heap = malloc(count * sizeof *heap), local[count];
    for (unsigned i = 0; i < count; i++)
        heap[i] = local[i] = (int)i;
    assert(heap[count - 1] == (int)count - 1 && local[count - 1] == (int)count - 1);
    heap = realloc(heap, 2 * count * sizeof *heap);
    memset(heap + count, 1, count * sizeof *heap);
    assert(heap[count - 1] == (int)count - 1 && heap[2 * count - 1] == 0x01010101);
    free(heap);
    return 0;
}
