/* The order of an encoding, decided by the ordering theory in the project's own solver.
 *
 * Only the description goes through the table of encode/order.h: in the search, solver and theory are coupled directly.
 */
#ifndef HEDDLE_ENCODE_ORDER_THEORY_H
#define HEDDLE_ENCODE_ORDER_THEORY_H

#include "encode/encode.h"

/* An encoding of its own solver and theory; NULL as encoding_build. */
encoding *encoding_new(const memory *m, const model *model, const ord_options *options);

/* The order alone, for clauses of the project's own solver. Destroying it frees it. */
encode_order order_theory_new(solver *clauses, const ord_options *options);

/* ---- inside ---- */

typedef struct order_place {
    uint32_t node, thread, position;
} order_place;

typedef struct order_theory {
    solver *clauses;
    ord *ord;
    bool adds_fr;                   /* in clauses (eager_fr) */
    VEC(order_place) writes, reads; /* for that alone; by the theory's number */
} order_theory;

/* Says in clauses what the theory derives otherwise: rf(w,r) and ws(w,w2) make an edge r -> w2, with a literal of its
 * own for each such pair. O(rf * ws per write): this is the paper's other way, there to be compared with. */
void order_theory_add_fr(order_theory *t);

#endif
