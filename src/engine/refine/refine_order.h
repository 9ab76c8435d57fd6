/* The order of an encoding, decided by looking at whole models of the clauses (encode/order.h).
 *
 * Nothing of the order is in the clauses at first: values, guards, and that each read reads from some write. A model of
 * them is a candidate (candidate.h). If its event order graph has a conflict, the reasons (reasons.h) become clauses,
 * and the solver goes on. If it has none, and all writes can be ordered, the candidate is an execution. If that is not
 * so easily seen, a solver decides (validate.h). */
#ifndef HEDDLE_ENGINE_REFINE_REFINE_ORDER_H
#define HEDDLE_ENGINE_REFINE_REFINE_ORDER_H

#include "encode/encode.h"
#include "engine/refine/reasons.h"

/* What was done, and how often. */
#define REFINE_STATISTICS(STATISTIC)                                                                                   \
    STATISTIC(rounds, "candidates looked at")                                                                          \
    STATISTIC(conflicts, "orders that would close a cycle")                                                            \
    STATISTIC(reasons, "kernel reasons, each a clause")                                                                \
    STATISTIC(literals, "literals in these")                                                                           \
    STATISTIC(widest, "literals in the longest")                                                                       \
    STATISTIC(edges, "edges of event order graphs")                                                                    \
    STATISTIC(refuted, "candidates refuted by their graph")                                                            \
    STATISTIC(ordered, "candidates put in order by their graph")                                                       \
    STATISTIC(undecided, "candidates that the graph does not decide")                                                  \
    STATISTIC(refuted_late, "of these, refuted by a solver")

typedef struct refine_statistics {
#define DECLARE_STATISTIC(name, description) uint64_t name;
    REFINE_STATISTICS(DECLARE_STATISTIC)
#undef DECLARE_STATISTIC
    double graph_seconds;    /* of processor time: candidates, graphs and reasons */
    double validate_seconds; /* where the graph does not decide */
} refine_statistics;

typedef struct refine_order {
    solver *clauses;
    uint64_t max_bytes; /* of a graph; for larger ones, a solver decides about every candidate */
    bool has_graph;
    facts facts;
    event_graph graph;
    candidate candidate;
    reasons reasons;
    VEC(facts_edge) accepted; /* edges of the last candidate that was accepted, beside those that are always there */
    refine_statistics stats;
    uint64_t asked; /* how often the solver has asked whether it may go on */
} refine_order;

/* The order for clauses of a solver of any kind. Destroying it frees it. */
encode_order refine_order_new(solver *clauses, uint64_t max_bytes);

enum { REFINE_MAX_BYTES = 256 << 20 };

#endif
