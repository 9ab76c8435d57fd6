#include "blast/float_sum.h"

/* The exponent of a sum is at least that of the smallest normal numbers; normalising stops there, so that subnormal
 * results need no way back. */
static void round_sum(aig *graph, float_format format, float_number *sum, aig_edge *bits)
{
    float_number least = *sum;
    float_move_exponent(graph, &least, (1 << (format.exponent - 1)) - 2);
    float_normalise(graph, sum, least.exponent);
    float_round_above(graph, format, sum, bits);
}

static void add(aig *graph, float_format format, const aig_edge *a, const aig_edge *b, aig_edge flip, aig_edge *bits)
{
    float_class class_a = float_classify(graph, format, a), class_b = float_classify(graph, format, b);
    float_number x, y, sum;
    float_take_apart(graph, format, a, &x);
    float_take_apart(graph, format, b, &y);
    y.sign = aig_xor(graph, y.sign, flip);
    float_sum(graph, &x, &y, &sum);
    round_sum(graph, format, &sum, bits);
    float_choose_infinity(graph, format, class_a.is_infinite, x.sign, bits);
    float_choose_infinity(graph, format, class_b.is_infinite, y.sign, bits);
    aig_edge both = aig_and(graph, class_a.is_infinite, class_b.is_infinite);
    aig_edge invalid = aig_and(graph, both, aig_xor(graph, x.sign, y.sign));
    float_choose_nan(graph, format, (const aig_edge *[]){a, b}, 2, invalid, bits);
}

void circuit_float_add(aig *graph, float_format format, const aig_edge *a, const aig_edge *b, aig_edge *sum)
{
    add(graph, format, a, b, AIG_FALSE, sum);
}

void circuit_float_subtract(aig *graph, float_format format, const aig_edge *a, const aig_edge *b, aig_edge *difference)
{
    add(graph, format, a, b, AIG_TRUE, difference);
}
