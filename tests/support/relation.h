/* A strict partial order that grows: the transitive closure of the pairs added so far, as a matrix of bits. A pair
 * that would close a cycle is refused. States can be saved and brought back, last in, first out. */
#ifndef HEDDLE_TESTS_RELATION_H
#define HEDDLE_TESTS_RELATION_H

#include <stdbool.h>

#include "base/vec.h"

typedef struct relation {
    uint32_t count, words; /* elements; words of a row */
    uint64_t *rows;        /* bit b of row a: a is before b */
    uint64_t additions;    /* how often it has grown */
    VEC(uint64_t) saved;
} relation;

void relation_init(relation *r, uint32_t count);
void relation_clear(relation *r);
/* O(count^2 / 64) if the pair is new. False if b is before a, or a is b. */
bool relation_add(relation *r, uint32_t a, uint32_t b);
void relation_save(relation *r);
void relation_restore(relation *r);

static inline bool relation_has(const relation *r, uint32_t a, uint32_t b)
{
    return r->rows[(size_t)a * r->words + b / 64] >> b % 64 & 1;
}

#endif
