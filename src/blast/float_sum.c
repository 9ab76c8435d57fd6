#include "blast/float_sum.h"

/* Below the operands: after a shift by two or more, at most one leading bit cancels, so that the sticky bit stays below
 * the one that is half of the last. */
enum { EXTRA_BITS = 3 };

static void choose(aig *graph, aig_edge condition, const float_number *then, const float_number *otherwise,
                   float_number *result)
{
    result->width = then->width;
    result->exponent_width = then->exponent_width;
    result->sign = aig_ite(graph, condition, then->sign, otherwise->sign);
    circuit_choose(graph, then->width, condition, then->significand, otherwise->significand, result->significand);
    circuit_choose(graph, then->exponent_width, condition, then->exponent, otherwise->exponent, result->exponent);
}

/* By exponent, then by significand. */
static aig_edge is_less(aig *graph, const float_number *x, const float_number *y)
{
    aig_edge a[CIRCUIT_MAX_WIDTH], b[CIRCUIT_MAX_WIDTH];
    uint32_t width = x->width + x->exponent_width;
    assert(width <= CIRCUIT_MAX_WIDTH);
    memcpy(a, x->significand, x->width * sizeof *a);
    memcpy(a + x->width, x->exponent, x->exponent_width * sizeof *a);
    memcpy(b, y->significand, y->width * sizeof *b);
    memcpy(b + y->width, y->exponent, y->exponent_width * sizeof *b);
    return circuit_less_signed(graph, width, a, b);
}

/* Shifts the smaller one to where the greater one is. */
static void align(aig *graph, const float_number *great, float_number *small)
{
    aig_edge distance[FLOAT_EXPONENT_MAX_WIDTH];
    circuit_subtract(graph, small->exponent_width, great->exponent, small->exponent, distance);
    float_shift_sticky(graph, small->width, small->significand, small->exponent_width, distance);
}

void float_sum(aig *graph, const float_number *x, const float_number *y, float_number *sum)
{
    float_number great, small;
    assert(x->width == y->width && x->exponent_width == y->exponent_width);
    aig_edge is_swapped = is_less(graph, x, y);
    choose(graph, is_swapped, y, x, &great);
    choose(graph, is_swapped, x, y, &small);
    float_resize(graph, &great, x->width + EXTRA_BITS);
    float_resize(graph, &small, x->width + EXTRA_BITS);
    align(graph, &great, &small);
    aig_edge subtracts = aig_xor(graph, great.sign, small.sign);
    uint32_t width = great.width + 1;
    great.significand[great.width] = small.significand[great.width] = AIG_FALSE;
    for (uint32_t i = 0; i < width; i++)
        small.significand[i] = aig_xor(graph, small.significand[i], subtracts);
    circuit_add(graph, width, great.significand, small.significand, subtracts, sum->significand);
    sum->width = width;
    sum->exponent_width = great.exponent_width;
    memcpy(sum->exponent, great.exponent, great.exponent_width * sizeof *sum->exponent);
    float_move_exponent(graph, sum, 1);
    aig_edge is_zero = aig_not(float_any(graph, width, sum->significand));
    sum->sign = aig_ite(graph, is_zero, aig_and(graph, x->sign, y->sign), great.sign);
}
