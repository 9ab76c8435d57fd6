/* Who knows what clocks are: numbers, one for each point of an order, that can be told to be less than one another.
 *
 * Every point has a number of its own among all of them, if the order is without a cycle, so a back end need not have
 * more numbers than points; and two points that are compared may be told to be different. */
#ifndef HEDDLE_ENGINE_CLOCK_CLOCK_BACKEND_H
#define HEDDLE_ENGINE_CLOCK_CLOCK_BACKEND_H

#include "solver/solver.h"

typedef struct clock_backend {
    void *self;
    /* Once, first of all: so many clocks, with the numbers from 0 on. */
    void (*begin)(void *self, uint32_t count);
    /* If the literal is true, the first clock is less than the second. */
    void (*add_less)(void *self, int literal, uint32_t first, uint32_t second);
    /* 0: they are no bits. */
    uint32_t (*bits)(const void *self);
    void (*destroy)(void *self);
} clock_backend;

/* Clocks as bits, in clauses, for any solver. */
clock_backend clock_bits_new(solver *clauses);
/* Clocks as integers of Z3's difference logic, for clauses of that solver (solver/z3.h). */
clock_backend clock_integers_new(solver *clauses);

#endif
