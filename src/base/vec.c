#include "base/vec.h"

#include <stdio.h>

#include "base/alloc.h"

enum { FIRST_CAPACITY = 8 };

void *vec_grow(void *data, uint32_t *capacity, uint64_t wanted, size_t element_size)
{
    uint64_t bigger = *capacity ? (uint64_t)*capacity * 2 : FIRST_CAPACITY;
    if (bigger < wanted)
        bigger = wanted;
    if (bigger > UINT32_MAX) {
        if (wanted > UINT32_MAX) {
            fputs("heddle: a table grew past 2^32 entries\n", stderr);
            abort();
        }
        bigger = UINT32_MAX;
    }
    *capacity = (uint32_t)bigger;
    return alloc_resize(data, bigger * element_size);
}

void *vec_duplicate(const void *data, size_t bytes)
{
    return memcpy(alloc_bytes(bytes), data, bytes);
}
