/* A second order: the global order of a model that is known by axioms, beside coherence.
 *
 * Such a model has two orders of events, and what is before in the one need not be so in the other: a read that sees
 * its own thread's store early is behind it in the coherence of their place, but in the global order it may be far
 * ahead. So the graph has two parts without edges between them, and every access has a node in each. rf and ws
 * have one literal, which means something in both: in the global order only what is between threads. */
#ifndef HEDDLE_ENCODE_SECOND_ORDER_H
#define HEDDLE_ENCODE_SECOND_ORDER_H

#include "encode/encode.h"

/* When all is said of the first order, and before it is used: told to the encoding's own order. */
void second_order_add(encoding *e);

#endif
