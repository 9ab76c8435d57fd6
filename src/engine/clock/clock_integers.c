/* Clocks as integers: Z3 knows what it means that their difference is less than 0. */
#include "base/alloc.h"
#include "engine/clock/clock_backend.h"
#include "solver/z3.h"

static void begin(void *self, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        solver_z3_new_integer(self);
}

static void add_less(void *self, int literal, uint32_t first, uint32_t second)
{
    solver_z3_add_less(self, literal, first, second);
}

static uint32_t bits(const void *self)
{
    (void)self;
    return 0;
}

static void destroy(void *self)
{
    (void)self; /* they are the solver's */
}

clock_backend clock_integers_new(solver *clauses)
{
    return (clock_backend){.self = clauses, .begin = begin, .add_less = add_less, .bits = bits, .destroy = destroy};
}
