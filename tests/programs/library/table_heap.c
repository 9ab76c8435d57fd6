/* The heap: contents, sizes, alignment, zeroing, growing and shrinking.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include "table.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

static void check_zeroing(void)
{
    int *zeroed = calloc(3, sizeof *zeroed);
    assert(zeroed[0] == 0 && zeroed[1] == 0 && zeroed[2] == 0);
    assert(malloc_usable_size(zeroed) >= 3 * sizeof *zeroed);
    free(zeroed);
    assert(calloc(SIZE_MAX, 2) == NULL && errno == ENOMEM);
}

static void check_growing(void)
{
    int *items = malloc(2 * sizeof *items);
    items[0] = 1;
    items[1] = 2;
    items = realloc(items, 3 * sizeof *items);
    assert(items[0] == 1 && items[1] == 2);
    items[2] = 3;
    items = reallocarray(items, 1, sizeof *items);
    assert(items[0] == 1);
    assert(reallocarray(items, SIZE_MAX, 2) == NULL);
    assert(realloc(items, 0) == NULL);
    items = realloc(NULL, sizeof *items);
    items[0] = 4;
    free(items);
}

static void check_alignment(void)
{
    void *object;
    char *bytes = aligned_alloc(64, 128);
    assert((uintptr_t)bytes % 64 == 0);
    bytes[127] = 1;
    free(bytes);
    bytes = memalign(32, 1);
    assert((uintptr_t)bytes % 32 == 0);
    free(bytes);
    assert(posix_memalign(&object, 2, 8) == EINVAL);
    assert(posix_memalign(&object, 256, 8) == 0);
    assert((uintptr_t)object % 256 == 0);
    free(object);
    free(NULL);
    free(malloc(0));
}

int main(void)
{
    int *one = malloc(sizeof *one), *other = malloc(sizeof *other);
    assert(one && other && one != other);
    *one = 1;
    *other = 2;
    assert(*one == 1);
    free(one);
    free(other);
    check_zeroing();
    check_growing();
    check_alignment();
    END_OF_TABLE();
    return 0;
}
