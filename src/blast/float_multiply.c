#include "blast/float_product.h"

/* Both operands are in [1, 2), so the product is in [1, 4): its top bit or the next one is set. */
void float_product(aig *graph, float_format format, const aig_edge *a, const aig_edge *b, float_number *product)
{
    float_number x, y;
    float_take_apart(graph, format, a, &x);
    float_take_apart(graph, format, b, &y);
    float_normalise(graph, &x, NULL);
    float_normalise(graph, &y, NULL);
    product->width = 2 * x.width;
    for (uint32_t i = x.width; i < product->width; i++)
        x.significand[i] = y.significand[i] = AIG_FALSE;
    circuit_multiply(graph, product->width, x.significand, y.significand, product->significand);
    product->sign = aig_xor(graph, x.sign, y.sign);
    product->exponent_width = x.exponent_width;
    circuit_add(graph, x.exponent_width, x.exponent, y.exponent, AIG_TRUE, product->exponent);
    aig_edge only_next[FLOAT_EXPONENT_MAX_WIDTH] = {AIG_TRUE};
    float_normalise(graph, product, only_next);
}

void circuit_float_multiply(aig *graph, float_format format, const aig_edge *a, const aig_edge *b, aig_edge *product)
{
    float_class class_a = float_classify(graph, format, a), class_b = float_classify(graph, format, b);
    float_number exact;
    float_product(graph, format, a, b, &exact);
    float_round(graph, format, &exact, product);
    aig_edge is_infinite = aig_or(graph, class_a.is_infinite, class_b.is_infinite);
    float_choose_infinity(graph, format, is_infinite, exact.sign, product);
    aig_edge invalid = aig_and(graph, is_infinite, aig_or(graph, class_a.is_zero, class_b.is_zero));
    float_choose_nan(graph, format, (const aig_edge *[]){a, b}, 2, invalid, product);
}
