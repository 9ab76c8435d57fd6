#include "blast/circuits.h"

/* Long division. After k steps the rest has at most k bits, so step k compares only the k + 1 lowest bits with the
 * divisor, whose higher bits must then be zero for it to go in. A divisor of zero always goes in and subtracts nothing:
 * the quotient is all ones and the remainder the dividend, as SMT-LIB wants. */
void circuit_divide(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *b, aig_edge *quotient,
                    aig_edge *remainder)
{
    aig_edge rest[CIRCUIT_MAX_WIDTH], difference[CIRCUIT_MAX_WIDTH], are_zero_from[CIRCUIT_MAX_WIDTH + 1];
    assert(width >= 1 && width <= CIRCUIT_MAX_WIDTH);
    are_zero_from[width] = AIG_TRUE;
    for (uint32_t i = width; i-- > 0;)
        are_zero_from[i] = aig_and(graph, are_zero_from[i + 1], aig_not(b[i]));
    for (uint32_t step = 0; step < width; step++) {
        uint32_t bits = step + 1, place = width - bits;
        memmove(rest + 1, rest, step * sizeof *rest);
        rest[0] = a[place];
        aig_edge fits = circuit_subtract(graph, bits, rest, b, difference);
        quotient[place] = aig_and(graph, fits, are_zero_from[bits]);
        for (uint32_t i = 0; i < bits; i++)
            rest[i] = aig_ite(graph, quotient[place], difference[i], rest[i]);
    }
    memcpy(remainder, rest, width * sizeof *rest);
}

static void negate_if(aig *graph, uint32_t width, aig_edge condition, const aig_edge *a, aig_edge *result)
{
    aig_edge negative[CIRCUIT_MAX_WIDTH];
    circuit_negate(graph, width, a, negative);
    circuit_choose(graph, width, condition, negative, a, result);
}

void circuit_divide_signed(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *b, aig_edge *quotient,
                           aig_edge *remainder)
{
    aig_edge x[CIRCUIT_MAX_WIDTH], y[CIRCUIT_MAX_WIDTH], q[CIRCUIT_MAX_WIDTH], r[CIRCUIT_MAX_WIDTH];
    assert(width >= 1 && width <= CIRCUIT_MAX_WIDTH);
    negate_if(graph, width, a[width - 1], a, x);
    negate_if(graph, width, b[width - 1], b, y);
    circuit_divide(graph, width, x, y, q, r);
    negate_if(graph, width, aig_xor(graph, a[width - 1], b[width - 1]), q, quotient);
    negate_if(graph, width, a[width - 1], r, remainder);
}
