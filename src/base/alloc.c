#include "base/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int EXIT_OUT_OF_MEMORY = 5;

void *alloc_checked(void *memory)
{
    if (memory == NULL) {
        fputs("heddle: out of memory\n", stderr);
        _Exit(EXIT_OUT_OF_MEMORY);
    }
    return memory;
}

void *alloc_bytes(size_t size)
{
    return alloc_checked(malloc(size ? size : 1));
}

void *alloc_zeroed(size_t count, size_t size)
{
    return alloc_checked(calloc(count ? count : 1, size ? size : 1));
}

void *alloc_resize(void *old, size_t size)
{
    return alloc_checked(realloc(old, size ? size : 1));
}

char *alloc_string(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(alloc_bytes(size), text, size);
}
