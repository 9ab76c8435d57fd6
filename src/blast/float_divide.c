#include "blast/float_parts.h"

/* Long division of normalised significands, whose quotient is in (1/2, 2): a digit before the point, and below it
 * enough for a quotient below 1 to be rounded; the last bit is sticky. */
static void divide_significands(aig *graph, const float_number *x, const float_number *y, float_number *quotient)
{
    enum { MORE_DIGITS = 2 };
    uint32_t digits = x->width + MORE_DIGITS, width = x->width + 1;
    aig_edge rest[CIRCUIT_MAX_WIDTH], divisor[CIRCUIT_MAX_WIDTH], difference[CIRCUIT_MAX_WIDTH];
    memcpy(rest, x->significand, x->width * sizeof *rest);
    memcpy(divisor, y->significand, y->width * sizeof *divisor);
    rest[width - 1] = divisor[width - 1] = AIG_FALSE;
    quotient->width = digits + 1;
    for (uint32_t place = digits; place >= 1; place--) {
        aig_edge fits = circuit_subtract(graph, width, rest, divisor, difference);
        quotient->significand[place] = fits;
        aig_edge left[CIRCUIT_MAX_WIDTH];
        circuit_choose(graph, width, fits, difference, rest, left);
        rest[0] = AIG_FALSE;
        memcpy(rest + 1, left, (width - 1) * sizeof *rest); /* less than the divisor: the top bit is zero */
    }
    quotient->significand[0] = float_any(graph, width, rest);
}

static void divide_finite(aig *graph, float_format format, const aig_edge *a, const aig_edge *b, float_number *quotient)
{
    float_number x, y;
    float_take_apart(graph, format, a, &x);
    float_take_apart(graph, format, b, &y);
    float_normalise(graph, &x, NULL);
    float_normalise(graph, &y, NULL);
    divide_significands(graph, &x, &y, quotient);
    quotient->sign = aig_xor(graph, x.sign, y.sign);
    quotient->exponent_width = x.exponent_width;
    circuit_subtract(graph, x.exponent_width, x.exponent, y.exponent, quotient->exponent);
    aig_edge only_next[FLOAT_EXPONENT_MAX_WIDTH] = {AIG_TRUE};
    float_normalise(graph, quotient, only_next);
}

void circuit_float_divide(aig *graph, float_format format, const aig_edge *a, const aig_edge *b, aig_edge *quotient)
{
    float_class class_a = float_classify(graph, format, a), class_b = float_classify(graph, format, b);
    float_number exact;
    divide_finite(graph, format, a, b, &exact);
    float_round(graph, format, &exact, quotient);
    aig_edge is_zero = aig_or(graph, class_a.is_zero, class_b.is_infinite);
    aig_edge is_infinite = aig_or(graph, class_a.is_infinite, class_b.is_zero);
    float_choose_zero(graph, format, is_zero, exact.sign, quotient);
    float_choose_infinity(graph, format, is_infinite, exact.sign, quotient);
    aig_edge invalid = aig_and(graph, is_zero, is_infinite);
    float_choose_nan(graph, format, (const aig_edge *[]){a, b}, 2, invalid, quotient);
}
