/* A model of the clauses as a candidate for an execution: what is chosen in it, and the event order graph that follows
 * from that by the rules of the paper (Section 4.2), under any of the models.
 *
 * "Before" is the order of the memory model: program order as far as it is kept, fences and starts and ends of threads
 * that are executed, rf if it is global, ws, fr. An atomic block is one point. Let r read from w, and let w' be another
 * write to the same place that is executed. One of w and w' overwrites the other, and the order has that as an edge; if
 * w' overwrites w, it has an edge from r to w' as well, unless w' is of r's own thread. So, for an order without a
 * cycle:
 *
 *     rule 3   if w is before w', then r is before w'. If w' is of r's own thread, and earlier, r cannot read from w:
 *              a thread reads its own stores, whether they have left its buffer or not (coherence; ground-truth.md,
 *              trap 1). If it is later, program order says the same.
 *     rule 2   if w' is before r, then w' is before w; also if w' is an earlier write of r's own thread, be it before r
 *              in the order or not (coherence again). If w' is a later one, it is no matter what is before r.
 *
 * Both only say what holds in every order that the model allows, so what they refute is no execution. Where the order
 * of w and w' is known beforehand, only whether they are there is not, rule 3 needs no path.
 *
 * Pairs of writes that nobody reads from have no rule: any order of all points will do for them.
 *
 * What holds for all of a candidate that has these literals true holds for a part of it as well: in the middle of a
 * search, the same rules say which literals cannot be true together, and which would be one too many.
 *
 * A read may have several sources in a model. All say the same about its value, and to leave all but one out takes
 * nothing from the clauses, so the last one is taken, as encode/extract.c does. */
#ifndef HEDDLE_ENGINE_REFINE_CANDIDATE_H
#define HEDDLE_ENGINE_REFINE_CANDIDATE_H

#include "engine/refine/event_graph.h"

/* Two writes that are there, to the same place, whose order matters. */
typedef struct open_pair {
    uint32_t pair;       /* of the facts */
    uint32_t checked_at; /* how many edges there were; 0: never */
    bool is_ordered;
} open_pair;

typedef struct candidate {
    const facts *f;
    event_graph *g;        /* NULL: only what is chosen is of interest */
    uint32_t *source;      /* by read: rf, or FACTS_NONE */
    uint32_t *reader;      /* by write: the first read that reads from it, or FACTS_NONE */
    uint32_t *next;        /* by read: the next one with the same source */
    bool *is_listed;       /* by pair: it is in `open` */
    VEC(uint32_t) sources; /* writes that are read from */
    VEC(uint32_t) edges;   /* conditional edges that are there */
    VEC(uint32_t) ws;      /* of the facts, that are there and matter */
    VEC(open_pair) open;
    VEC(event_edge) conflicts; /* edges that the graph has refused; from == to: for itself */
} candidate;

void candidate_init(candidate *c, const facts *f, event_graph *g);
void candidate_clear(candidate *c);

/* Where values of literals come from: more than 0 is true. Those that have none, in a search, are not chosen. */
typedef struct candidate_values {
    const void *solver;
    int (*value)(const void *solver, int literal);
} candidate_values;

/* Reads what the values choose. */
void candidate_choose(candidate *c, candidate_values values);
/* Builds the graph, and applies the rules until nothing follows any more. True if there is no conflict. */
bool candidate_close(candidate *c);
/* After that: orders all pairs that are still open, one after the other, and applies the rules. True if that works: the
 * graph then has all edges of an execution. False says nothing, and the graph is of no use any more. */
bool candidate_order_all(candidate *c);
/* For a part of a candidate, without conflicts: becomes conflicts what is not chosen yet, and would be one: that a read
 * reads from a write that is after it, or that is overwritten before it. */
void candidate_foresee(candidate *c, candidate_values values);

/* ---- inside ---- */

/* The read reads from the write, and, for a pair, the other write is there. That the write is follows. */
event_edge candidate_reason(const candidate *c, uint32_t rf, const facts_pair *pair);
void candidate_add_literal(const candidate *c, event_edge *why, int literal);
void candidate_add_edge(candidate *c, event_edge why, uint32_t from, uint32_t to);
/* `other` overwrites what the read reads. */
void candidate_add_from_read(candidate *c, event_edge why, uint32_t read, uint32_t other);
/* Must the read see what the write wrote, or what has overwritten that? */
bool candidate_sees(const candidate *c, uint32_t read, uint32_t write);
/* Are all conditions true, but for the literal that is given? */
bool candidate_holds(const facts_pair *pair, candidate_values values, int except);

#endif
