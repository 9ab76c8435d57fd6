/* What circuits of floating-point operations are made of: taking numbers apart, normalising, rounding.
 *
 * Apart, a number is (-1)^sign * significand * 2^(exponent - (width - 1)): the top bit of the significand, an unsigned
 * number of `width` bits, has the weight 2^exponent. The exponent is in two's complement and wide enough for whatever
 * an operation does to it. The number is *normalised* if the top bit is one. Infinity and NaN cannot be told so: they
 * are in the class, and what the other parts are then does not matter. */
#ifndef HEDDLE_BLAST_FLOAT_PARTS_H
#define HEDDLE_BLAST_FLOAT_PARTS_H

#include "blast/circuits.h"
#include "blast/floats.h"

enum { FLOAT_EXPONENT_MAX_WIDTH = 16 };

typedef struct float_number {
    aig_edge sign;
    uint32_t exponent_width, width;
    aig_edge exponent[FLOAT_EXPONENT_MAX_WIDTH], significand[CIRCUIT_MAX_WIDTH];
} float_number;

typedef struct float_class {
    aig_edge is_nan, is_infinite, is_zero;
} float_class;

float_class float_classify(aig *graph, float_format format, const aig_edge *bits);
/* Of the bits of a finite number. The significand has the hidden bit and the fraction; that of a subnormal number is
 * not normalised. */
void float_take_apart(aig *graph, float_format format, const aig_edge *bits, float_number *number);
/* How wide exponents are that sums and products of the format's exponents fit into. */
uint32_t float_exponent_width(float_format format);

/* number->exponent += by. */
void float_move_exponent(aig *graph, float_number *number, int by);
/* Shifts the significand to the left as far as its leading zeros allow; zero stays zero, with some exponent. With
 * `limit`, an unsigned number of exponent_width bits, by no more than that. */
void float_normalise(aig *graph, float_number *number, const aig_edge *limit);
/* Shifts to the right by an unsigned distance of distance_width bits; the lowest bit becomes *sticky*: one if it or
 * any bit that fell off was. */
void float_shift_sticky(aig *graph, uint32_t width, aig_edge *bits, uint32_t distance_width, const aig_edge *distance);
/* Makes the significand `width` bits wide, dropping low bits into a sticky one, or adding zeros below. */
void float_resize(aig *graph, float_number *number, uint32_t width);

/* The nearest number of the format, or infinity. The number is normalised, zero, or less than half of the smallest
 * number. */
void float_round(aig *graph, float_format format, const float_number *number, aig_edge *bits);
/* The same for a number with exponent >= that of the smallest normal numbers, and normalised if it is greater. */
void float_round_above(aig *graph, float_format format, const float_number *number, aig_edge *bits);

aig_edge float_any(aig *graph, uint32_t width, const aig_edge *bits);
void float_choose_infinity(aig *graph, float_format format, aig_edge condition, aig_edge sign, aig_edge *bits);
void float_choose_zero(aig *graph, float_format format, aig_edge condition, aig_edge sign, aig_edge *bits);
/* What `bits` become if an operand is NaN, or the operation is `invalid`: as base/nan.h has it. */
void float_choose_nan(aig *graph, float_format format, const aig_edge *const *operands, uint32_t count,
                      aig_edge invalid, aig_edge *bits);

#endif
