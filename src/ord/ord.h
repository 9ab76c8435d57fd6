/* The theory of ordering consistency: which choices of "reads from" and "is overwritten by" fit into one order?
 *
 * Nodes are the points of an execution (an event, or an atomic block as a whole). Some edges between them are there in
 * every execution; others are there if a literal is true. Reads and writes sit at nodes, and are related by
 *
 *     rf(w, r)    read r takes its value from write w           an edge w -> r, if it is one of the global order
 *     ws(w, w')   write w' overwrites what w wrote              an edge w -> w'
 *     fr(r, w')   = rf(w, r) and ws(w, w') for some w           an edge r -> w', derived here and nowhere else
 *
 * An assignment of the literals is consistent if (1) the edges have no cycle, (2) no read reads what a write of its own
 * thread before it has overwritten, and (3) a read reads from one write only. That is all of T; that every executed
 * read reads from some write, that overwriting orders any two writes to one place, and what is executed at all is said
 * in clauses by whoever builds the problem.
 *
 * (2) is coherence: where a thread reads its own stores early, neither W -> R nor rf inside of a thread is in the
 * global order. With rf and ws and the other program order in the graph, it is all that is missing
 * (docs/ground-truth.md, trap 1).
 *
 * As in the paper "ordering consistency", Section 5: cycles are found incrementally on pseudo-topological levels
 * (graph.h); a cycle gives all conflict clauses of least width (paths.c); literals whose edge would close a cycle
 * become false, and are explained only when asked (unit.c). */
#ifndef HEDDLE_ORD_ORD_H
#define HEDDLE_ORD_ORD_H

#include <stdbool.h>
#include <stdint.h>

#include "sat/sat.h"

#define ORD_NONE UINT32_MAX

typedef struct ord ord;

typedef struct ord_options {
    bool eager_fr;  /* fr edges come as literals of the caller: do not derive them */
    bool no_unit;   /* no propagation of edges that would close a cycle */
    bool no_derive; /* no propagation of rf and ws whose fr edge would close a cycle */
    bool tarjan;    /* look for cycles in the whole graph each time */
    bool rf_first;  /* decide rf before anything else */
    bool lazy_ws;   /* make ws literals only when an assignment is complete but for them (pairs.c) */
} ord_options;

ord *ord_new(sat_solver *solver, const ord_options *options);
void ord_free(ord *o);

/* Where clauses go that say what literals mean, if the theory makes literals before it is connected: straight to the
 * solver, unless there is another way to it. */
void ord_set_sink(ord *o, void *self, void (*add_clause)(void *self, const int *literals, unsigned count));

/* ---- building, before the first solve ---- */

uint32_t ord_add_node(ord *o);
/* An edge that is always there. */
void ord_add_edge(ord *o, uint32_t from, uint32_t to);
/* An edge that is there if the literal is true. */
void ord_add_edge_if(ord *o, uint32_t from, uint32_t to, int literal);

/* Positions order the accesses of a thread. The node of a write may be ORD_NONE: it is before everything, and gives a
 * place its initial value. */
uint32_t ord_add_write(ord *o, uint32_t node, uint32_t thread, uint32_t position);
/* `guard` is true if the read is executed. */
uint32_t ord_add_read(ord *o, uint32_t node, uint32_t thread, uint32_t position, int guard);

/* is_global: the edge w -> r is part of the order. */
void ord_add_rf(ord *o, uint32_t write, uint32_t read, int literal, bool is_global);
/* has_edge: the edge w -> w2 is not there anyway. */
void ord_add_ws(ord *o, uint32_t write, uint32_t write2, int literal, bool has_edge);

/* Of the two writes one overwrites the other if all conditions (literals) are true. With lazy_ws the two literals are
 * made when they are needed, else at once. */
void ord_add_pair(ord *o, uint32_t write, uint32_t write2, const int *conditions, uint32_t count);

/* Calls the function for each rf and ws literal so far: w and r, or w and w2. */
void ord_each_relation(const ord *o, void *context,
                       void (*relation)(void *context, bool is_rf, uint32_t write, uint32_t other, int literal));

/* Connects the theory with the solver. No more building after that. */
void ord_connect(ord *o);

/* ---- after SAT_SATISFIABLE ---- */

uint32_t ord_node_count(const ord *o);
/* Calls the function for each edge of the graph of the last model. */
void ord_each_edge(const ord *o, void *context, void (*edge)(void *context, uint32_t from, uint32_t to));

/* ---- statistics ---- */

#define ORD_STATISTICS(STATISTIC)                                                                                      \
    STATISTIC(nodes, "nodes of the event graph")                                                                       \
    STATISTIC(static_edges, "edges that are always there")                                                             \
    STATISTIC(rf_literals, "rf literals")                                                                              \
    STATISTIC(ws_literals, "ws literals")                                                                              \
    STATISTIC(ws_pairs, "pairs of writes whose order is open")                                                         \
    STATISTIC(ws_never_made, "of these, pairs that needed no literals")                                                \
    STATISTIC(edges, "edges added in the search")                                                                      \
    STATISTIC(fr_edges, "of these, from-read edges derived")                                                           \
    STATISTIC(levels_raised, "levels raised by cycle detection")                                                       \
    STATISTIC(searched, "edges visited by cycle detection")                                                            \
    STATISTIC(cycles, "cycles")                                                                                        \
    STATISTIC(incoherences, "reads of overwritten own writes")                                                         \
    STATISTIC(conflict_clauses, "conflict clauses")                                                                    \
    STATISTIC(conflict_width, "literals in conflict clauses")                                                          \
    STATISTIC(unit_edges, "edges propagated false")                                                                    \
    STATISTIC(unit_fr, "rf and ws literals propagated false because of their fr edge")                                 \
    STATISTIC(unit_rf, "rf literals propagated false because the read has a source")                                   \
    STATISTIC(unit_searched, "edges visited by propagation")                                                           \
    STATISTIC(explained, "propagations explained")                                                                     \
    STATISTIC(decisions, "decisions made by the theory")

typedef struct ord_statistics {
#define DECLARE_STATISTIC(name, description) uint64_t name;
    ORD_STATISTICS(DECLARE_STATISTIC)
#undef DECLARE_STATISTIC
} ord_statistics;

ord_statistics ord_statistics_of(const ord *o);

#endif
