/* The orders that every execution of a history has by the rules of closure.h, found by going through all triples of
 * steps again and again. */
#ifndef HEDDLE_TESTS_NAIVE_CLOSURE_H
#define HEDDLE_TESTS_NAIVE_CLOSURE_H

#include "consistency/consistency.h"

enum { NAIVE_MAX_STEPS = 64 };

typedef struct naive_closure {
    uint32_t steps;
    bool is_cyclic; /* then `before` means nothing */
    bool before[NAIVE_MAX_STEPS][NAIVE_MAX_STEPS];
} naive_closure;

void naive_closure_find(naive_closure *n, const history *h, const model *m);

#endif
