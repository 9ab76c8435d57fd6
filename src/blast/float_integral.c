#include "blast/float_parts.h"

enum { POINT = 2 }; /* below the integral part: half, and a sticky bit */

/* Whether what is behind the point makes the integral part greater by one, in magnitude. */
static aig_edge rounds_up(aig *graph, float_rounding rounding, const float_number *number)
{
    aig_edge half = number->significand[1], rest = number->significand[0], is_odd = number->significand[POINT];
    switch (rounding) {
    case FLOAT_DOWN:
        return aig_and(graph, number->sign, aig_or(graph, half, rest));
    case FLOAT_UP:
        return aig_and(graph, aig_not(number->sign), aig_or(graph, half, rest));
    case FLOAT_HALF_AWAY:
        return half;
    case FLOAT_HALF_EVEN:
        return aig_and(graph, half, aig_or(graph, rest, is_odd));
    default:
        return AIG_FALSE;
    }
}

/* Moves the point of a number with exponent <= fraction to a fixed place. Returns whether the exponent is greater: then
 * the number is integral. */
static aig_edge fix_point(aig *graph, float_format format, float_number *number)
{
    uint32_t width = number->exponent_width;
    aig_edge limit[FLOAT_EXPONENT_MAX_WIDTH], distance[FLOAT_EXPONENT_MAX_WIDTH];
    for (uint32_t i = 0; i < width; i++)
        limit[i] = format.fraction >> i & 1 ? AIG_TRUE : AIG_FALSE;
    circuit_subtract(graph, width, limit, number->exponent, distance);
    float_resize(graph, number, format.fraction + 1 + POINT);
    float_shift_sticky(graph, number->width, number->significand, width, distance);
    memcpy(number->exponent, limit, width * sizeof *limit);
    return distance[width - 1];
}

/* The integral part plus one, or not, as a number that has room for the carry. */
static void round_integral(aig *graph, float_rounding rounding, float_number *number)
{
    aig_edge zero[CIRCUIT_MAX_WIDTH] = {AIG_FALSE}, sum[CIRCUIT_MAX_WIDTH];
    aig_edge up = rounds_up(graph, rounding, number);
    number->significand[number->width] = AIG_FALSE;
    number->width = number->width + 1 - POINT;
    circuit_add(graph, number->width, number->significand + POINT, zero, up, sum);
    memcpy(number->significand, sum, number->width * sizeof *sum);
    float_move_exponent(graph, number, 1);
}

void circuit_float_integral(aig *graph, float_format format, float_rounding rounding, const aig_edge *a,
                            aig_edge *result)
{
    aig_edge rounded[CIRCUIT_MAX_WIDTH];
    float_number number;
    float_take_apart(graph, format, a, &number);
    aig_edge is_integral = fix_point(graph, format, &number);
    round_integral(graph, rounding, &number);
    float_normalise(graph, &number, NULL);
    float_round_above(graph, format, &number, rounded);
    circuit_choose(graph, float_width(format), is_integral, a, rounded, result);
    float_choose_nan(graph, format, (const aig_edge *[]){a}, 1, AIG_FALSE, result);
}
