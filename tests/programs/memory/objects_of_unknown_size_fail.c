/* Of all sizes, one is too small for what is written.
 *
 * Verdict: SC violation
 * Options: --nondet 1..4
 * Prints: out of bounds
 */
#include <stdlib.h>

size_t __VERIFIER_nondet_size_t(void);

int main(void)
{
    size_t count = __VERIFIER_nondet_size_t();
    if (count == 0)
        return 0;
    char *heap = malloc(count);
    if (heap == NULL)
        return 0;
    heap[count - 1] = 1;
    if (count > 1)
        heap[count - 1 + heap[0] % 2] = 1;
    heap[count / 2 + 1] = 0;
    free(heap);
    return 0;
}
