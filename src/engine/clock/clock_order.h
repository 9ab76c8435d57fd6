/* The order of an encoding as clocks (encode/order.h): every node has one, and an edge is that the one is less than the
 * other. After "Partial orders for efficient bounded model checking of concurrent software" (Alglave, Kroening,
 * Tautschnig), Section 4. All of it is in the clauses, so that any solver decides it that knows the clocks.
 *
 *     edges        ppo; and under a condition: what fences order, starts and ends of threads
 *     rf           grf: rf(w,r) => w < r, if rf is global
 *     ws           one of the two ways for each pair of writes that are there and hit one place; w < w' with it
 *     fr           rf(w,r), ws(w,w') => r < w'
 *     coherence    not both rf(w,r) and ws(w,w'), if w' is an earlier write of r's own thread
 *
 * The number of constraints is linear in edges, rf and pairs; that of fr is the number of rf times that of writes which
 * may overwrite its source. Comparisons are shared (before.h). Pairs of writes of which nobody reads need no order,
 * unless the model is one that is known by axioms.
 *
 * If a read has several sources, all that is said holds for all of them, so also if all but one are left out. */
#ifndef HEDDLE_ENGINE_CLOCK_CLOCK_ORDER_H
#define HEDDLE_ENGINE_CLOCK_CLOCK_ORDER_H

#include "encode/encode.h"
#include "engine/clock/before.h"

/* Constraints by relation, as in Table 1 of the paper. */
#define CLOCK_STATISTICS(STATISTIC)                                                                                    \
    STATISTIC(nodes, "clocks")                                                                                         \
    STATISTIC(bits, "bits of a clock")                                                                                 \
    STATISTIC(comparisons, "comparisons of two clocks")                                                                \
    STATISTIC(order_clauses, "clauses about order")                                                                    \
    STATISTIC(accesses, "accesses to memory, and fences")                                                              \
    STATISTIC(addresses, "places that are accessed")                                                                   \
    STATISTIC(most_at_address, "accesses to the place that has most")                                                  \
    STATISTIC(rf_some, "constraints: a read reads from some write")                                                    \
    STATISTIC(rf_val, "constraints: it then has the write's value")                                                    \
    STATISTIC(grf, "constraints: reads from, in the order")                                                            \
    STATISTIC(ws, "constraints: of two writes one is first")                                                           \
    STATISTIC(fr, "constraints: a read is before what overwrites its source")                                          \
    STATISTIC(ppo, "constraints: program order that is kept")                                                          \
    STATISTIC(fences, "constraints: order under a condition, as that of fences")                                       \
    STATISTIC(coherence, "constraints: a thread sees its own writes")

typedef struct clock_statistics {
#define DECLARE_STATISTIC(name, description) uint64_t name;
    CLOCK_STATISTICS(DECLARE_STATISTIC)
#undef DECLARE_STATISTIC
} clock_statistics;

/* The order for clauses of a solver, with clocks that the solver knows; takes them over. Destroying it frees it. */
encode_order clock_order_new(solver *clauses, clock_backend clocks);

#endif
