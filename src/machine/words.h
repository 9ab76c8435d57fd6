/* The words of an object that may be pointers: at any offset, since nobody has to align them. */
#ifndef HEDDLE_MACHINE_WORDS_H
#define HEDDLE_MACHINE_WORDS_H

#include <string.h>

#include "machine/objects.h"

static inline uint64_t words_at(const machine_block *block, uint64_t at, uint64_t size)
{
    uint64_t word = 0;
    memcpy(&word, block->bytes + at, size);
    return word;
}

/* Calls `see` for each word of `size` bytes that is not zero. */
static inline void words_each(const machine_block *block, uint64_t size, void (*see)(void *context, uint64_t word),
                              void *context)
{
    for (uint64_t at = 0; at + size <= block->size; at++) {
        uint64_t word = words_at(block, at, size);
        if (word)
            see(context, word);
        else if (at + 2 * size <= block->size && words_at(block, at + size, size) == 0)
            at += size - 1; /* so are all in between */
    }
}

#endif
