/* The heap. */
#include "internal.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

enum { DEFAULT_ALIGNMENT = 16, LARGEST_ALIGNMENT = 4096 };

static void *or_out_of_memory(void *object)
{
    if (!object)
        errno = ENOMEM;
    return object;
}

void *malloc(size_t size)
{
    return or_out_of_memory(__heddle_heap_alloc(size, DEFAULT_ALIGNMENT));
}

void *calloc(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        return or_out_of_memory(NULL);
    return or_out_of_memory(__heddle_heap_alloc_zeroed(bytes, DEFAULT_ALIGNMENT));
}

void free(void *object)
{
    __heddle_heap_free(object);
}

/* As in glibc, a size of zero frees the object. */
void *realloc(void *object, size_t size)
{
    if (!object)
        return malloc(size);
    if (size == 0) {
        free(object);
        return NULL;
    }
    size_t old_size = __heddle_heap_size(object);
    void *moved = malloc(size);
    if (!moved)
        return NULL;
    __heddle_memcpy(moved, object, size < old_size ? size : old_size);
    free(object);
    return moved;
}

void *reallocarray(void *object, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        return or_out_of_memory(NULL);
    return realloc(object, bytes);
}

static _Bool is_power_of_two(size_t number)
{
    return number != 0 && (number & (number - 1)) == 0;
}

static void *allocate_aligned(size_t alignment, size_t size)
{
    if (alignment > LARGEST_ALIGNMENT)
        __heddle_unsupported("memory that is aligned to more than a page");
    return __heddle_heap_alloc(size, alignment);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    if (!is_power_of_two(alignment)) {
        errno = EINVAL;
        return NULL;
    }
    return or_out_of_memory(allocate_aligned(alignment, size));
}

void *memalign(size_t alignment, size_t size)
{
    return aligned_alloc(alignment, size);
}

int posix_memalign(void **object, size_t alignment, size_t size)
{
    if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0)
        return EINVAL;
    void *allocated = allocate_aligned(alignment, size);
    if (!allocated)
        return ENOMEM;
    *object = allocated;
    return 0;
}

size_t malloc_usable_size(void *object)
{
    return object ? __heddle_heap_size(object) : 0;
}
