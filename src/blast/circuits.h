/* Arithmetic as circuits. A number is an array of edges, lowest bit first; all arrays of a call have `width` entries
 * unless it says otherwise, and results may not overlap operands. Constant operands fold away in the graph. */
#ifndef HEDDLE_BLAST_CIRCUITS_H
#define HEDDLE_BLAST_CIRCUITS_H

#include "blast/aig.h"

enum { CIRCUIT_MAX_WIDTH = 128 };

/* sum = a + b + carry; returns the carry out. */
aig_edge circuit_add(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *b, aig_edge carry, aig_edge *sum);
/* difference = a - b; returns whether a >= b. */
aig_edge circuit_subtract(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *b, aig_edge *difference);
void circuit_negate(aig *graph, uint32_t width, const aig_edge *a, aig_edge *result);

void circuit_multiply(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *b, aig_edge *product);

/* As SMT-LIB has it: a / 0 is all ones, a % 0 is a. */
void circuit_divide(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *b, aig_edge *quotient,
                    aig_edge *remainder);
void circuit_divide_signed(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *b, aig_edge *quotient,
                           aig_edge *remainder);

/* Shifts by any distance; past the width only fill is left (zeros, or for the last one copies of the sign). */
void circuit_shift_left(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *distance, aig_edge *result);
void circuit_shift_right(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *distance, aig_edge fill,
                         aig_edge *result);

aig_edge circuit_equal(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *b);
aig_edge circuit_less(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *b);
aig_edge circuit_less_signed(aig *graph, uint32_t width, const aig_edge *a, const aig_edge *b);

void circuit_choose(aig *graph, uint32_t width, aig_edge condition, const aig_edge *then, const aig_edge *otherwise,
                    aig_edge *result);

#endif
