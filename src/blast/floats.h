/* Floating-point arithmetic as circuits: IEEE 754, round to nearest, ties to even, for binary formats of any size.
 *
 * A number is an array of edges as in circuits.h, laid out as sign : exponent : fraction. Results are exact in every
 * bit, zeros with their signs and subnormal numbers included. A NaN as result has the bits that base/nan.h gives it. */
#ifndef HEDDLE_BLAST_FLOATS_H
#define HEDDLE_BLAST_FLOATS_H

#include "blast/aig.h"

typedef struct float_format {
    uint32_t exponent,
        fraction; /* bits: at most 11 and 52, and few enough in the fraction that roots are never subnormal */
} float_format;

/* float and double; `width` is 32 or 64. */
float_format float_format_of(uint32_t width);

static inline uint32_t float_width(float_format format)
{
    return 1 + format.exponent + format.fraction;
}

typedef enum float_rounding { FLOAT_DOWN, FLOAT_UP, FLOAT_TO_ZERO, FLOAT_HALF_AWAY, FLOAT_HALF_EVEN } float_rounding;

void circuit_float_add(aig *graph, float_format format, const aig_edge *a, const aig_edge *b, aig_edge *sum);
void circuit_float_subtract(aig *graph, float_format format, const aig_edge *a, const aig_edge *b,
                            aig_edge *difference);
void circuit_float_multiply(aig *graph, float_format format, const aig_edge *a, const aig_edge *b, aig_edge *product);
void circuit_float_divide(aig *graph, float_format format, const aig_edge *a, const aig_edge *b, aig_edge *quotient);
/* a * b + c, rounded once. */
void circuit_float_fuse(aig *graph, float_format format, const aig_edge *a, const aig_edge *b, const aig_edge *c,
                        aig_edge *result);
void circuit_float_root(aig *graph, float_format format, const aig_edge *a, aig_edge *root);
/* To an integral number of the same format. */
void circuit_float_integral(aig *graph, float_format format, float_rounding rounding, const aig_edge *a,
                            aig_edge *result);

/* Between formats, one of which has at least as many bits in both fields as the other. */
void circuit_float_convert(aig *graph, float_format from, const aig_edge *a, float_format to, aig_edge *result);
void circuit_float_from_integer(aig *graph, uint32_t width, bool is_signed, const aig_edge *a, float_format to,
                                aig_edge *result);
/* Towards zero; 0 where the integer cannot hold the result, and for NaN. */
void circuit_float_to_integer(aig *graph, float_format from, const aig_edge *a, uint32_t width, bool is_signed,
                              aig_edge *result);

#endif
