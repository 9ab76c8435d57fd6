/* An allocation that is too large fails, whichever function makes it, and whether its size is known or not.
 *
 * Verdict: SC safe, TSO safe
 * Options: --nondet 0..1
 */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    size_t half = (size_t)1 << (sizeof(size_t) * 8 - 1), size = __VERIFIER_nondet_bool() ? half : 4;
    int minus = -1;
    void *aligned = NULL;
    assert(malloc(minus * sizeof(int)) == NULL);
    assert(malloc(half) == NULL);
    assert(calloc(half / 2, 2) == NULL);
    assert(calloc(half, 2) == NULL);
    assert(aligned_alloc(16, half) == NULL);
    assert(posix_memalign(&aligned, 16, half) != 0);
    char *some = malloc(size);
    assert((some == NULL) == (size == half));
    if (some)
        some[3] = 1;
    char *more = realloc(some, some ? half : 8);
    assert(some == NULL || more == NULL);
    return 0;
}
