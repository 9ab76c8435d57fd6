#include "blast/float_parts.h"

/* Another format for a NaN: the sign, and the top bits of the fraction, made quiet. */
static void convert_nan(float_format from, const aig_edge *a, float_format to, aig_edge *bits)
{
    for (uint32_t i = 0; i < to.fraction; i++) {
        bool is_there = i + from.fraction >= to.fraction;
        bits[i] = is_there ? a[i + from.fraction - to.fraction] : AIG_FALSE;
    }
    for (uint32_t i = to.fraction - 1; i < to.fraction + to.exponent; i++)
        bits[i] = AIG_TRUE;
    bits[float_width(to) - 1] = a[float_width(from) - 1];
}

void circuit_float_convert(aig *graph, float_format from, const aig_edge *a, float_format to, aig_edge *result)
{
    float_class class_a = float_classify(graph, from, a);
    float_number number;
    aig_edge nan[CIRCUIT_MAX_WIDTH], finite[CIRCUIT_MAX_WIDTH];
    float_take_apart(graph, from, a, &number);
    if (to.exponent > from.exponent) { /* subnormal numbers become normal; the exponent fits, and grows */
        float_normalise(graph, &number, NULL);
        aig_edge sign = number.exponent[number.exponent_width - 1];
        while (number.exponent_width < float_exponent_width(to))
            number.exponent[number.exponent_width++] = sign;
        float_round_above(graph, to, &number, finite);
    } else {
        float_round(graph, to, &number, finite); /* what is subnormal is too small for the other format */
    }
    float_choose_infinity(graph, to, class_a.is_infinite, number.sign, finite);
    convert_nan(from, a, to, nan);
    circuit_choose(graph, float_width(to), class_a.is_nan, nan, finite, result);
}

static void set_magnitude(aig *graph, uint32_t width, const aig_edge *a, aig_edge is_negative, aig_edge *magnitude)
{
    aig_edge negated[CIRCUIT_MAX_WIDTH];
    circuit_negate(graph, width, a, negated);
    circuit_choose(graph, width, is_negative, negated, a, magnitude);
}

void circuit_float_from_integer(aig *graph, uint32_t width, bool is_signed, const aig_edge *a, float_format to,
                                aig_edge *result)
{
    float_number number = {.sign = is_signed ? a[width - 1] : AIG_FALSE, .width = width};
    set_magnitude(graph, width, a, number.sign, number.significand);
    number.exponent_width = float_exponent_width(to);
    for (uint32_t i = 0; i < number.exponent_width; i++)
        number.exponent[i] = (width - 1) >> i & 1 ? AIG_TRUE : AIG_FALSE;
    float_normalise(graph, &number, NULL);
    float_round_above(graph, to, &number, result);
}

/* distance = limit - exponent. Returns whether 0 <= exponent <= limit. */
static aig_edge measure(aig *graph, const float_number *number, uint32_t limit, aig_edge *distance)
{
    uint32_t width = number->exponent_width;
    aig_edge constant[FLOAT_EXPONENT_MAX_WIDTH];
    for (uint32_t i = 0; i < width; i++)
        constant[i] = limit >> i & 1 ? AIG_TRUE : AIG_FALSE;
    circuit_subtract(graph, width, constant, number->exponent, distance);
    return aig_and(graph, aig_not(number->exponent[width - 1]), aig_not(distance[width - 1]));
}

/* Whether `magnitude`, of `places` bits, fits the integer with this sign. */
static aig_edge fits(aig *graph, uint32_t places, const aig_edge *magnitude, uint32_t width, bool is_signed,
                     aig_edge sign)
{
    uint32_t free = is_signed ? width - 1 : width;
    aig_edge is_above = float_any(graph, places - free, magnitude + free);
    if (!is_signed)
        return aig_and(graph, aig_not(is_above), aig_not(aig_and(graph, sign, float_any(graph, free, magnitude))));
    aig_edge higher = float_any(graph, places - width, magnitude + width);
    aig_edge is_smallest = aig_and(graph, aig_not(higher), aig_not(float_any(graph, free, magnitude)));
    return aig_or(graph, aig_not(is_above), aig_and(graph, sign, is_smallest));
}

/* The significand at the top of a register that holds both it and the integer, shifted down to its place: no more than
 * the fraction is lost. */
void circuit_float_to_integer(aig *graph, float_format from, const aig_edge *a, uint32_t width, bool is_signed,
                              aig_edge *result)
{
    float_class class_a = float_classify(graph, from, a);
    float_number number;
    aig_edge distance[CIRCUIT_MAX_WIDTH] = {AIG_FALSE}, shifted[CIRCUIT_MAX_WIDTH], integer[CIRCUIT_MAX_WIDTH];
    float_take_apart(graph, from, a, &number);
    if (number.width < width)
        float_resize(graph, &number, width);
    uint32_t places = number.width;
    aig_edge is_within = measure(graph, &number, places - 1, distance);
    circuit_shift_right(graph, places, number.significand, distance, AIG_FALSE, shifted);
    aig_edge is_held = fits(graph, places, shifted, width, is_signed, number.sign);
    is_held = aig_and(graph, is_held, aig_and(graph, is_within, aig_not(class_a.is_nan)));
    set_magnitude(graph, width, shifted, number.sign, integer);
    for (uint32_t i = 0; i < width; i++)
        result[i] = aig_and(graph, integer[i], is_held);
}
