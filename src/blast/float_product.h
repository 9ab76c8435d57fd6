/* The exact product of two finite numbers, normalised, or zero. */
#ifndef HEDDLE_BLAST_FLOAT_PRODUCT_H
#define HEDDLE_BLAST_FLOAT_PRODUCT_H

#include "blast/float_parts.h"

void float_product(aig *graph, float_format format, const aig_edge *a, const aig_edge *b, float_number *product);

#endif
