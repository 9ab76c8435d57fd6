/* A binary max-heap of variables ordered by a score.
 *
 * Invariant: score[heap[i]] <= score[heap[(i - 1) / 2]]; position[v] is the index of v in the heap, or HEAP_ABSENT.
 * The scores live here too; they change only through heap_set_score, or all at once by one positive factor. */
#ifndef HEDDLE_SAT_HEAP_H
#define HEDDLE_SAT_HEAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

#define HEAP_ABSENT UINT32_MAX

typedef struct heap {
    VEC(uint32_t) heap;
    VEC(uint32_t) position;
    VEC(double) score;
} heap;

/* Makes room for variables below `count`, with score zero and not in the heap. */
static inline void heap_resize(heap *h, uint32_t count)
{
    while (h->position.size < count) {
        vec_push(&h->position, HEAP_ABSENT);
        vec_push(&h->score, 0.0);
    }
}

static inline void heap_clear(heap *h)
{
    vec_clear(&h->heap);
    vec_clear(&h->position);
    vec_clear(&h->score);
}

static inline bool heap_contains(const heap *h, uint32_t variable)
{
    assert(variable < h->position.size);
    return h->position.data[variable] != HEAP_ABSENT;
}

static inline void heap_up(heap *h, uint32_t variable)
{
    assert(heap_contains(h, variable));
    uint32_t *array = h->heap.data, *position = h->position.data, at = position[variable];
    double score = h->score.data[variable];
    while (at > 0) {
        uint32_t parent = (at - 1) / 2, above = array[parent];
        if (h->score.data[above] >= score)
            break;
        array[at] = above;
        position[above] = at;
        at = parent;
    }
    array[at] = variable;
    position[variable] = at;
}

static inline void heap_down(heap *h, uint32_t variable)
{
    assert(heap_contains(h, variable));
    uint32_t *array = h->heap.data, *position = h->position.data, at = position[variable], size = h->heap.size;
    double score = h->score.data[variable];
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= size)
            break;
        if (child + 1 < size && h->score.data[array[child + 1]] > h->score.data[array[child]])
            child++;
        uint32_t below = array[child];
        if (h->score.data[below] <= score)
            break;
        array[at] = below;
        position[below] = at;
        at = child;
    }
    array[at] = variable;
    position[variable] = at;
}

static inline void heap_push(heap *h, uint32_t variable)
{
    assert(!heap_contains(h, variable));
    h->position.data[variable] = h->heap.size;
    vec_push(&h->heap, variable);
    heap_up(h, variable);
}

static inline bool heap_empty(const heap *h)
{
    return h->heap.size == 0;
}

static inline uint32_t heap_top(const heap *h)
{
    assert(!heap_empty(h));
    return h->heap.data[0];
}

static inline uint32_t heap_pop(heap *h)
{
    uint32_t top = heap_top(h), last = vec_pop(&h->heap);
    h->position.data[top] = HEAP_ABSENT;
    if (last != top) {
        h->position.data[last] = 0;
        heap_down(h, last);
    }
    return top;
}

static inline void heap_set_score(heap *h, uint32_t variable, double score)
{
    double old = h->score.data[variable];
    h->score.data[variable] = score;
    if (!heap_contains(h, variable))
        return;
    if (score > old)
        heap_up(h, variable);
    else
        heap_down(h, variable);
}

#endif
