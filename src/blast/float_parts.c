#include "blast/float_parts.h"

enum { FLOAT_BITS = 32 };

float_format float_format_of(uint32_t width)
{
    return width == FLOAT_BITS ? (float_format){8, 23} : (float_format){11, 52};
}

static int bias(float_format format)
{
    return (1 << (format.exponent - 1)) - 1;
}

/* Products add two exponents, and normalising subnormal numbers goes below the smallest by the bits of the fraction. */
uint32_t float_exponent_width(float_format format)
{
    assert((int)format.fraction < bias(format));
    return format.exponent + 3;
}

static void set_constant(uint32_t width, int64_t value, aig_edge *bits)
{
    for (uint32_t i = 0; i < width; i++, value >>= 1)
        bits[i] = value & 1 ? AIG_TRUE : AIG_FALSE;
}

aig_edge float_any(aig *graph, uint32_t width, const aig_edge *bits)
{
    aig_edge any = AIG_FALSE;
    for (uint32_t i = 0; i < width; i++)
        any = aig_or(graph, any, bits[i]);
    return any;
}

static aig_edge all(aig *graph, uint32_t width, const aig_edge *bits)
{
    aig_edge result = AIG_TRUE;
    for (uint32_t i = 0; i < width; i++)
        result = aig_and(graph, result, bits[i]);
    return result;
}

float_class float_classify(aig *graph, float_format format, const aig_edge *bits)
{
    aig_edge has_fraction = float_any(graph, format.fraction, bits);
    aig_edge has_exponent = float_any(graph, format.exponent, bits + format.fraction);
    aig_edge is_special = all(graph, format.exponent, bits + format.fraction);
    return (float_class){.is_nan = aig_and(graph, is_special, has_fraction),
                         .is_infinite = aig_and(graph, is_special, aig_not(has_fraction)),
                         .is_zero = aig_and(graph, aig_not(has_exponent), aig_not(has_fraction))};
}

void float_take_apart(aig *graph, float_format format, const aig_edge *bits, float_number *number)
{
    const aig_edge *field = bits + format.fraction;
    aig_edge is_normal = float_any(graph, format.exponent, field);
    number->sign = bits[float_width(format) - 1];
    number->width = format.fraction + 1;
    memcpy(number->significand, bits, format.fraction * sizeof *bits);
    number->significand[format.fraction] = is_normal;
    number->exponent_width = float_exponent_width(format);
    set_constant(number->exponent_width, 0, number->exponent);
    memcpy(number->exponent, field, format.exponent * sizeof *bits);
    number->exponent[0] = aig_or(graph, field[0], aig_not(is_normal)); /* subnormal numbers have that of 1 */
    float_move_exponent(graph, number, -bias(format));
}

void float_move_exponent(aig *graph, float_number *number, int by)
{
    aig_edge constant[FLOAT_EXPONENT_MAX_WIDTH], moved[FLOAT_EXPONENT_MAX_WIDTH];
    assert(number->exponent_width <= FLOAT_EXPONENT_MAX_WIDTH);
    set_constant(number->exponent_width, by, constant);
    circuit_add(graph, number->exponent_width, number->exponent, constant, AIG_FALSE, moved);
    memcpy(number->exponent, moved, number->exponent_width * sizeof *moved);
}

/* ---- shifting ---- */

static void shift_left_if(aig *graph, uint32_t width, aig_edge *bits, aig_edge condition, uint32_t by)
{
    for (uint32_t i = width; i-- > 0;)
        bits[i] = aig_ite(graph, condition, i >= by ? bits[i - by] : AIG_FALSE, bits[i]);
}

/* What is left of the limit after 2^stage of it was used if `used`. Returns whether it was 2^stage at least before. */
static aig_edge use_limit(aig *graph, uint32_t width, aig_edge *limit, uint32_t stage, aig_edge used)
{
    aig_edge less[FLOAT_EXPONENT_MAX_WIDTH], one[FLOAT_EXPONENT_MAX_WIDTH];
    if (stage >= width)
        return AIG_FALSE;
    aig_edge allowed = float_any(graph, width - stage, limit + stage);
    set_constant(width - stage, 1, one);
    circuit_subtract(graph, width - stage, limit + stage, one, less);
    used = aig_and(graph, used, allowed);
    for (uint32_t i = stage; i < width; i++)
        limit[i] = aig_ite(graph, used, less[i - stage], limit[i]);
    return allowed;
}

/* From the greatest power of two down, a stage shifts if the bits that it would push out are zero: together the stages
 * count leading zeros. Within a limit, each takes its part of that: so the smaller of the two is counted. */
void float_normalise(aig *graph, float_number *number, const aig_edge *limit)
{
    uint32_t width = number->width, stages = 0;
    aig_edge left[FLOAT_EXPONENT_MAX_WIDTH], distance[FLOAT_EXPONENT_MAX_WIDTH], moved[FLOAT_EXPONENT_MAX_WIDTH];
    set_constant(number->exponent_width, 0, distance);
    if (limit)
        memcpy(left, limit, number->exponent_width * sizeof *left);
    while ((UINT32_C(1) << (stages + 1)) <= width)
        stages++;
    for (uint32_t stage = stages + 1; stage-- > 0;) {
        uint32_t step = UINT32_C(1) << stage;
        aig_edge shifts = aig_not(float_any(graph, step, number->significand + width - step));
        if (limit)
            shifts = aig_and(graph, shifts, use_limit(graph, number->exponent_width, left, stage, shifts));
        shift_left_if(graph, width, number->significand, shifts, step);
        assert(stage < number->exponent_width);
        distance[stage] = shifts;
    }
    circuit_subtract(graph, number->exponent_width, number->exponent, distance, moved);
    memcpy(number->exponent, moved, number->exponent_width * sizeof *moved);
}

void float_shift_sticky(aig *graph, uint32_t width, aig_edge *bits, uint32_t distance_width, const aig_edge *distance)
{
    aig_edge sticky = AIG_FALSE, is_too_far = AIG_FALSE;
    for (uint32_t stage = 0; stage < distance_width; stage++) {
        uint32_t step = UINT32_C(1) << stage;
        if (step >= width) {
            is_too_far = aig_or(graph, is_too_far, distance[stage]);
            continue;
        }
        sticky = aig_or(graph, sticky, aig_and(graph, distance[stage], float_any(graph, step, bits)));
        for (uint32_t i = 0; i < width; i++)
            bits[i] = aig_ite(graph, distance[stage], i + step < width ? bits[i + step] : AIG_FALSE, bits[i]);
    }
    sticky = aig_or(graph, sticky, aig_and(graph, is_too_far, float_any(graph, width, bits)));
    for (uint32_t i = 0; i < width; i++)
        bits[i] = aig_and(graph, bits[i], aig_not(is_too_far));
    bits[0] = aig_or(graph, bits[0], sticky);
}

void float_resize(aig *graph, float_number *number, uint32_t width)
{
    assert(width <= CIRCUIT_MAX_WIDTH);
    if (width >= number->width) {
        uint32_t more = width - number->width;
        memmove(number->significand + more, number->significand, number->width * sizeof *number->significand);
        set_constant(more, 0, number->significand);
    } else {
        uint32_t fewer = number->width - width;
        aig_edge sticky = float_any(graph, fewer, number->significand);
        memmove(number->significand, number->significand + fewer, width * sizeof *number->significand);
        number->significand[0] = aig_or(graph, number->significand[0], sticky);
    }
    number->width = width;
}

/* ---- rounding ---- */

/* Below the significand's bits that are kept: one that is half of the last of them, and a sticky one. */
enum { ROUND_BITS = 2 };

static uint32_t round_width(float_format format)
{
    return format.fraction + 1 + ROUND_BITS;
}

/* The number as field and fraction, rounded as one natural number: the carry out of the fraction is the step to the
 * next exponent, from subnormal to normal numbers and from the greatest to infinity as well. The top bit of the
 * significand says whether the number is normal. */
static void round_magnitude(aig *graph, float_format format, const aig_edge *field, const aig_edge *significand,
                            aig_edge *bits)
{
    uint32_t width = format.exponent + format.fraction;
    aig_edge magnitude[CIRCUIT_MAX_WIDTH], zero[CIRCUIT_MAX_WIDTH];
    memcpy(magnitude, significand + ROUND_BITS, format.fraction * sizeof *magnitude);
    for (uint32_t i = 0; i < format.exponent; i++)
        magnitude[format.fraction + i] = aig_and(graph, field[i], significand[round_width(format) - 1]);
    set_constant(width, 0, zero);
    aig_edge is_odd = significand[ROUND_BITS], half = significand[1], rest = significand[0];
    aig_edge up = aig_and(graph, half, aig_or(graph, rest, is_odd));
    circuit_add(graph, width, magnitude, zero, up, bits);
}

void float_round_above(aig *graph, float_format format, const float_number *number, aig_edge *bits)
{
    float_number n = *number;
    aig_edge greatest[FLOAT_EXPONENT_MAX_WIDTH];
    float_resize(graph, &n, round_width(format));
    float_move_exponent(graph, &n, bias(format));
    round_magnitude(graph, format, n.exponent, n.significand, bits);
    bits[float_width(format) - 1] = n.sign;
    set_constant(n.exponent_width, (INT64_C(1) << format.exponent) - 1, greatest);
    aig_edge is_below = circuit_less_signed(graph, n.exponent_width, n.exponent, greatest);
    aig_edge overflows = aig_and(graph, n.significand[n.width - 1], aig_not(is_below));
    float_choose_infinity(graph, format, overflows, n.sign, bits);
}

void float_round(aig *graph, float_format format, const float_number *number, aig_edge *bits)
{
    float_number n = *number;
    aig_edge least[FLOAT_EXPONENT_MAX_WIDTH] = {0}, distance[FLOAT_EXPONENT_MAX_WIDTH];
    float_resize(graph, &n, round_width(format));
    set_constant(n.exponent_width, 1 - bias(format), least);
    aig_edge is_below = circuit_less_signed(graph, n.exponent_width, n.exponent, least);
    circuit_subtract(graph, n.exponent_width, least, n.exponent, distance);
    for (uint32_t i = 0; i < n.exponent_width; i++)
        distance[i] = aig_and(graph, distance[i], is_below);
    float_shift_sticky(graph, n.width, n.significand, n.exponent_width, distance);
    for (uint32_t i = 0; i < n.exponent_width; i++)
        n.exponent[i] = aig_ite(graph, is_below, least[i], n.exponent[i]);
    float_round_above(graph, format, &n, bits);
}

/* ---- special results ---- */

void float_choose_infinity(aig *graph, float_format format, aig_edge condition, aig_edge sign, aig_edge *bits)
{
    float_choose_zero(graph, format, condition, sign, bits);
    for (uint32_t i = 0; i < format.exponent; i++)
        bits[format.fraction + i] = aig_or(graph, bits[format.fraction + i], condition);
}

void float_choose_zero(aig *graph, float_format format, aig_edge condition, aig_edge sign, aig_edge *bits)
{
    uint32_t top = float_width(format) - 1;
    for (uint32_t i = 0; i < top; i++)
        bits[i] = aig_and(graph, bits[i], aig_not(condition));
    bits[top] = aig_ite(graph, condition, sign, bits[top]);
}

static void choose_quiet(aig *graph, float_format format, const aig_edge *operand, aig_edge *bits)
{
    aig_edge is_nan = float_classify(graph, format, operand).is_nan;
    for (uint32_t i = 0; i < float_width(format); i++)
        bits[i] = aig_ite(graph, is_nan, i == format.fraction - 1 ? AIG_TRUE : operand[i], bits[i]);
}

void float_choose_nan(aig *graph, float_format format, const aig_edge *const *operands, uint32_t count,
                      aig_edge invalid, aig_edge *bits)
{
    for (uint32_t i = 0; i < float_width(format); i++)
        bits[i] = aig_ite(graph, invalid, i >= format.fraction - 1 ? AIG_TRUE : AIG_FALSE, bits[i]);
    for (uint32_t i = count; i-- > 0;)
        choose_quiet(graph, format, operands[i], bits);
}
