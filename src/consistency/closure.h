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
 * For each read and each chain with writes to its cell only two of them matter: the last one before the read, and the
 * first one after w. Both are found by bisection, since clocks grow along a chain. */
#ifndef HEDDLE_CONSISTENCY_CLOSURE_H
#define HEDDLE_CONSISTENCY_CLOSURE_H

#include "consistency/order.h"

/* False if there is a cycle. */
bool closure_saturate(order *o, const history *h);

#endif
