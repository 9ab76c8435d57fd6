/* Closure: what every execution with a history has in common (Section 4.3 and 4.4 of the paper).
 *
 * It begins with the order of order_build, which has the first rule, and adds to it, until nothing is new, for every
 * read r of what w wrote, and every other write v to the same cell:
 *
 *   - if v is before r, v is before w: between w and r it would hide w;
 *   - if w is before v, r is before v, for the same reason.
 *
 * Blocks are one point, so the rules for atomic blocks need not be said. A cycle shows that there is no execution; with
 * two threads there is one if there is no cycle.
 *
 * Of what a thread writes to a cell, only one write matters for a read, and so for another write v: the last one before
 * it, which bisection finds. So when a point learns that others are before it, that point is all that needs a look. */
#ifndef HEDDLE_CONSISTENCY_CLOSURE_H
#define HEDDLE_CONSISTENCY_CLOSURE_H

#include "consistency/order.h"

/* False if there is a cycle, or the budget, which may be NULL, is spent. */
bool closure_saturate(order *o, const history *h, budget *b);
/* The same, after orders were added to what was saturated. */
bool closure_go_on(order *o, const history *h, budget *b);

#endif
