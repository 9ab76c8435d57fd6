/* A growing array of any type: VEC(int) numbers = {0}; vec_push(&numbers, 3); numbers.data[0] ...
 *
 * Invariant: data[0 .. size) are the elements, size <= capacity. A zeroed struct is the empty vector.
 * Pushing is amortised O(1) and may move the elements, so keep indices, not pointers. */
#ifndef HEDDLE_BASE_VEC_H
#define HEDDLE_BASE_VEC_H

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define VEC(type)                                                                                                      \
    struct {                                                                                                           \
        type *data;                                                                                                    \
        uint32_t size, capacity;                                                                                       \
    }

/* Returns `data` moved to a place with room for `wanted` elements, and updates the capacity. */
void *vec_grow(void *data, uint32_t *capacity, uint64_t wanted, size_t element_size);

void *vec_duplicate(const void *data, size_t bytes);

#define vec_reserve(vec, wanted)                                                                                       \
    ((uint64_t)(wanted) > (vec)->capacity                                                                              \
         ? (void)((vec)->data = vec_grow((vec)->data, &(vec)->capacity, (wanted), sizeof *(vec)->data))                \
         : (void)0)

#define vec_push(vec, ...)                                                                                             \
    (vec_reserve((vec), (uint64_t)(vec)->size + 1), (void)((vec)->data[(vec)->size++] = __VA_ARGS__))

#define vec_pop(vec) (assert((vec)->size > 0), (vec)->data[--(vec)->size])

#define vec_last(vec) (assert((vec)->size > 0), &(vec)->data[(vec)->size - 1])

/* Adds `count` elements copied from `source`. */
#define vec_append(vec, source, count)                                                                                 \
    do {                                                                                                               \
        uint32_t append_count = (count);                                                                               \
        vec_reserve((vec), (uint64_t)(vec)->size + append_count);                                                      \
        if (append_count)                                                                                              \
            memcpy((vec)->data + (vec)->size, (source), append_count * sizeof *(vec)->data);                           \
        (vec)->size += append_count;                                                                                   \
    } while (0)

/* Makes `to`, whatever it was, a vector of its own with the elements of `from`, and no room for more. */
#define vec_copy(to, from)                                                                                             \
    do {                                                                                                               \
        (to)->size = (to)->capacity = (from)->size;                                                                    \
        (to)->data = (from)->size ? vec_duplicate((from)->data, (from)->size * sizeof *(from)->data) : NULL;           \
    } while (0)

/* Sets the size; new elements are zero. */
#define vec_resize(vec, wanted)                                                                                        \
    do {                                                                                                               \
        uint32_t resize_size = (wanted);                                                                               \
        vec_reserve((vec), resize_size);                                                                               \
        if (resize_size > (vec)->size)                                                                                 \
            memset((vec)->data + (vec)->size, 0, (resize_size - (vec)->size) * sizeof *(vec)->data);                   \
        (vec)->size = resize_size;                                                                                     \
    } while (0)

/* Frees the elements' storage; the vector is empty and usable again. */
#define vec_clear(vec) (free((vec)->data), memset((vec), 0, sizeof *(vec)), (void)0)

#endif
