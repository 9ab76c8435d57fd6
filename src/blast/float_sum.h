/* The sum of two numbers that are apart, of the same widths. Where exponents differ, and the significands are
 * normalised or the exponent is the least there is, rounding the result to at most the width of the operands is
 * rounding the exact sum: what was shifted away is in a sticky bit far enough below. The result is not normalised. An
 * exact zero of numbers with different signs is positive. */
#ifndef HEDDLE_BLAST_FLOAT_SUM_H
#define HEDDLE_BLAST_FLOAT_SUM_H

#include "blast/float_parts.h"

void float_sum(aig *graph, const float_number *x, const float_number *y, float_number *sum);

#endif
