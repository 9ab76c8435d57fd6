#include "blast/float_parts.h"

/* A normalised significand in [1, 4) as pairs of bits, the point behind the first pair: the number itself where the
 * exponent is even, twice as much where it is odd. */
static void place_radicand(aig *graph, const float_number *x, uint32_t width, aig_edge *radicand)
{
    aig_edge is_odd = x->exponent[0];
    for (uint32_t i = 0; i < width; i++)
        radicand[i] = AIG_FALSE;
    for (uint32_t i = 0; i < x->width; i++) {
        uint32_t place = width - 1 - x->width + i; /* the top bit has the place width - 2 */
        radicand[place + 1] = aig_or(graph, radicand[place + 1], aig_and(graph, is_odd, x->significand[i]));
        radicand[place] = aig_or(graph, radicand[place], aig_and(graph, aig_not(is_odd), x->significand[i]));
    }
}

/* Digit by digit: the rest takes a pair of bits, and 4 * root + 1 is subtracted from it if it can be. */
static void root_significand(aig *graph, const float_number *x, float_number *root)
{
    enum { MORE_DIGITS = 1 };
    uint32_t digits = x->width + MORE_DIGITS, width = digits + 2;
    aig_edge radicand[2 * CIRCUIT_MAX_WIDTH], rest[CIRCUIT_MAX_WIDTH] = {AIG_FALSE}, trial[CIRCUIT_MAX_WIDTH],
                                              difference[CIRCUIT_MAX_WIDTH], shifted[CIRCUIT_MAX_WIDTH];
    place_radicand(graph, x, 2 * digits, radicand);
    for (uint32_t i = 0; i <= digits; i++)
        root->significand[i] = AIG_FALSE;
    for (uint32_t digit = digits; digit-- > 0;) {
        memcpy(shifted + 2, rest, (width - 2) * sizeof *rest);
        shifted[1] = radicand[2 * digit + 1];
        shifted[0] = radicand[2 * digit];
        for (uint32_t i = 0; i < width; i++)
            trial[i] = i == 0 ? AIG_TRUE : AIG_FALSE;
        memcpy(trial + 2, root->significand + digit + 2, (digits - 1 - digit) * sizeof *trial);
        aig_edge fits = circuit_subtract(graph, width, shifted, trial, difference);
        circuit_choose(graph, width, fits, difference, shifted, rest);
        root->significand[digit + 1] = fits;
    }
    root->width = digits + 1;
    root->significand[0] = float_any(graph, width, rest);
}

static void root_finite(aig *graph, float_format format, const aig_edge *a, float_number *root)
{
    float_number x;
    float_take_apart(graph, format, a, &x);
    float_normalise(graph, &x, NULL);
    root_significand(graph, &x, root);
    root->sign = x.sign;
    root->exponent_width = x.exponent_width;
    memcpy(root->exponent, x.exponent + 1, (x.exponent_width - 1) * sizeof *x.exponent);
    root->exponent[x.exponent_width - 1] = x.exponent[x.exponent_width - 1];
}

void circuit_float_root(aig *graph, float_format format, const aig_edge *a, aig_edge *root)
{
    float_class class_a = float_classify(graph, format, a);
    aig_edge sign = a[float_width(format) - 1];
    float_number exact;
    root_finite(graph, format, a, &exact);
    float_round_above(graph, format, &exact, root);
    float_choose_zero(graph, format, class_a.is_zero, sign, root);
    float_choose_infinity(graph, format, class_a.is_infinite, sign, root);
    aig_edge invalid = aig_and(graph, sign, aig_not(class_a.is_zero));
    float_choose_nan(graph, format, (const aig_edge *[]){a}, 1, invalid, root);
}
