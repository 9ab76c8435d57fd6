/* The order of an encoding, decided by looking at what the solver has chosen (encode/order.h).
 *
 * Nothing of the order is in the clauses at first: values, guards, and that each read reads from some write. A model of
 * them is a candidate (candidate.h). If its event order graph has a conflict, the reasons (reasons.h) become clauses,
 * and the solver goes on. If it has none, and all writes can be ordered, the candidate is an execution. If that is not
 * so easily seen, a solver decides (validate.h).
 *
 * With a solver that knows no theories, that happens between its calls. In the project's own, it happens inside of the
 * search, and also for a part of a candidate, whenever some read has got a source: the reasons then come before the
 * solver has wasted work on the rest, and what would be a conflict is told beforehand (refine_search.c). */
#ifndef HEDDLE_ENGINE_REFINE_REFINE_ORDER_H
#define HEDDLE_ENGINE_REFINE_REFINE_ORDER_H

#include "encode/encode.h"
#include "engine/refine/reasons.h"

/* What was done, and how often. */
#define REFINE_STATISTICS(STATISTIC)                                                                                   \
    STATISTIC(rounds, "candidates looked at")                                                                          \
    STATISTIC(parts, "parts of candidates looked at")                                                                  \
    STATISTIC(foreseen, "orders foreseen to close a cycle")                                                            \
    STATISTIC(conflicts, "orders that would close a cycle")                                                            \
    STATISTIC(reasons, "kernel reasons, each a clause")                                                                \
    STATISTIC(literals, "literals in these")                                                                           \
    STATISTIC(widest, "literals in the longest")                                                                       \
    STATISTIC(edges, "edges of event order graphs, added")                                                             \
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
    candidate_values values;
    uint64_t max_bytes; /* of a graph; for larger ones, a solver decides about every candidate */
    bool has_graph;
    facts facts;
    event_graph graph;
    candidate candidate;
    reasons reasons;
    VEC(facts_edge) accepted; /* edges of the last candidate that was accepted, beside those that are always there */
    bool is_inside;           /* of the search of the project's own solver */
    bool has_news;            /* inside: a read has got a source since a part was looked at */
    bool is_stopped;
    void *terminate_state;
    bool (*terminate)(void *state);
    refine_statistics stats;
} refine_order;

/* The order for clauses of a solver of any kind. Destroying it frees it. */
encode_order refine_order_new(solver *clauses, uint64_t max_bytes);

/* ---- inside ---- */

/* Looks at a whole candidate, and at a part of one: excludes it, or accepts it. */
bool refine_order_decide(refine_order *o);
void refine_order_look_ahead(refine_order *o);
/* Makes the project's own solver ask for these in its search. */
void refine_order_connect(refine_order *o);

enum { REFINE_MAX_BYTES = 256 << 20 };

#endif
