/* Literals for "one point is before another", over clocks.
 *
 * Two points have one variable, whichever is asked about first: if it is true the one is before the other, if it is
 * false it is the other way round. Each direction is told to the clocks when somebody asks for it, and not before, so
 * that a literal nobody asked for means nothing. That two points are never at the same time excludes no order. */
#ifndef HEDDLE_ENGINE_CLOCK_BEFORE_H
#define HEDDLE_ENGINE_CLOCK_BEFORE_H

#include "base/map.h"
#include "base/vec.h"
#include "engine/clock/clock_backend.h"

typedef struct before_pair {
    uint32_t first, second;
    int literal;                  /* first is before second */
    bool says_less, says_greater; /* the clocks know what it means that it is true, false */
} before_pair;

typedef struct before {
    solver *clauses;
    clock_backend clocks;
    map index; /* first << 32 | second, the smaller one first -> number in `pairs` */
    VEC(before_pair) pairs;
    uint64_t comparisons;
} before;

/* Takes the clocks over. */
void before_init(before *b, solver *clauses, clock_backend clocks);
void before_clear(before *b);

/* Whenever the literal is true, the first point is before the second. They are not the same. */
int before_literal(before *b, uint32_t first, uint32_t second);

#endif
