/* Clocks as bits: as many as it takes to tell all points apart.
 *
 * That one is less than another is a chain from the highest bit down. At a bit there is a claim, that what remains of
 * the one from here on is less than what remains of the other: then its bit is not the greater one, and if both bits
 * are the same, the claim holds for what remains behind them. At the lowest bit it is 0 < 1. Nothing is said for when
 * the first claim, which is the literal, is false. Three clauses and one variable for each bit. */
#include "base/alloc.h"
#include "engine/clock/clock_backend.h"

typedef struct clock_bits {
    solver *clauses;
    uint32_t width;
    int *first; /* by clock: the variable of its lowest bit; the others follow. 0: nobody has asked */
} clock_bits;

static void begin(void *self, uint32_t count)
{
    clock_bits *b = self;
    assert(b->first == NULL);
    b->first = alloc_zeroed(count + 1, sizeof *b->first);
    while (count > 1ULL << b->width)
        b->width++;
}

static int bit_of(clock_bits *b, uint32_t clock, uint32_t bit)
{
    if (b->first[clock] == 0) {
        b->first[clock] = solver_new_var(b->clauses);
        for (uint32_t i = 1; i < b->width; i++)
            solver_new_var(b->clauses);
    }
    return b->first[clock] + (int)bit;
}

static void add_less(void *self, int literal, uint32_t first, uint32_t second)
{
    clock_bits *b = self;
    int claim = literal;
    assert(b->width > 0 && first != second);
    for (uint32_t i = b->width - 1; i > 0; i--) {
        int one = bit_of(b, first, i), two = bit_of(b, second, i), next = solver_new_var(b->clauses);
        solver_add_clause(b->clauses, (int[]){-claim, -one, two}, 3);
        solver_add_clause(b->clauses, (int[]){-claim, -one, next}, 3);
        solver_add_clause(b->clauses, (int[]){-claim, two, next}, 3);
        claim = next;
    }
    solver_add_clause(b->clauses, (int[]){-claim, -bit_of(b, first, 0)}, 2);
    solver_add_clause(b->clauses, (int[]){-claim, bit_of(b, second, 0)}, 2);
}

static uint32_t bits(const void *self)
{
    const clock_bits *b = self;
    return b->width;
}

static void destroy(void *self)
{
    clock_bits *b = self;
    free(b->first);
    free(b);
}

clock_backend clock_bits_new(solver *clauses)
{
    clock_bits *b = alloc_zeroed(1, sizeof *b);
    b->clauses = clauses;
    return (clock_backend){.self = b, .begin = begin, .add_less = add_less, .bits = bits, .destroy = destroy};
}
