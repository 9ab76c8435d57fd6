#include "blast/float_product.h"
#include "blast/float_sum.h"

/* Zero must not hide what is added to it: it gets the smallest exponent. */
static void sink_zero(aig *graph, float_number *number)
{
    aig_edge is_zero = aig_not(number->significand[number->width - 1]);
    for (uint32_t i = 0; i < number->exponent_width; i++) {
        aig_edge least = i + 2 >= number->exponent_width ? AIG_TRUE : AIG_FALSE; /* half of what fits */
        number->exponent[i] = aig_ite(graph, is_zero, least, number->exponent[i]);
    }
}

static void fuse_finite(aig *graph, float_format format, const float_number *product, const aig_edge *c,
                        float_number *sum)
{
    float_number x = *product, y;
    float_take_apart(graph, format, c, &y);
    float_normalise(graph, &y, NULL);
    float_resize(graph, &y, x.width);
    sink_zero(graph, &x);
    sink_zero(graph, &y);
    float_sum(graph, &x, &y, sum);
    float_normalise(graph, sum, NULL);
}

void circuit_float_fuse(aig *graph, float_format format, const aig_edge *a, const aig_edge *b, const aig_edge *c,
                        aig_edge *result)
{
    float_class class_a = float_classify(graph, format, a), class_b = float_classify(graph, format, b);
    float_class class_c = float_classify(graph, format, c);
    float_number product, sum;
    float_product(graph, format, a, b, &product);
    fuse_finite(graph, format, &product, c, &sum);
    float_round(graph, format, &sum, result);
    aig_edge sign_c = c[float_width(format) - 1];
    aig_edge is_infinite = aig_or(graph, class_a.is_infinite, class_b.is_infinite);
    float_choose_infinity(graph, format, is_infinite, product.sign, result);
    float_choose_infinity(graph, format, class_c.is_infinite, sign_c, result);
    aig_edge no_product = aig_and(graph, is_infinite, aig_or(graph, class_a.is_zero, class_b.is_zero));
    aig_edge both = aig_and(graph, is_infinite, class_c.is_infinite);
    aig_edge no_sum = aig_and(graph, both, aig_xor(graph, product.sign, sign_c));
    float_choose_nan(graph, format, (const aig_edge *[]){a, b, c}, 3, aig_or(graph, no_product, no_sum), result);
}
