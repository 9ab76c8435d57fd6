/* What an encoding says about the order of its events (encode/order.h), as it was said: which facts there are, and
 * which literals make them true. A model of the clauses chooses among them; candidate.h looks at what it has chosen.
 *
 * Points are the nodes that matter: those with an access, and those at an edge that is not always there. All others
 * only connect points, which event_graph.h knows once and for all.
 *
 * Invariant, after facts_finish: lists of a write are those of `ws` and `pairs` with it, in the order of their making.
 */
#ifndef HEDDLE_ENGINE_REFINE_FACTS_H
#define HEDDLE_ENGINE_REFINE_FACTS_H

#include "base/vec.h"
#include "encode/order.h"

#define FACTS_NONE UINT32_MAX

typedef struct facts_access {
    uint32_t node, thread, position; /* node FACTS_NONE: before everything */
    int guard;
    uint32_t point;
} facts_access;

typedef struct facts_edge {
    uint32_t from, to; /* nodes */
    int literal;       /* 0: it is always there */
} facts_edge;

typedef struct facts_rf {
    uint32_t write, read;
    int literal;
    bool is_global;
} facts_rf;

typedef struct facts_ws {
    uint32_t write, other;
    int literal;
} facts_ws;

typedef struct facts_pair {
    uint32_t write, other;
    int conditions[ENCODE_CONDITIONS];
    uint32_t count;
} facts_pair;

/* By number of a write: its entries in another list, one after the other. */
typedef struct facts_lists {
    uint32_t *first, *entries;
} facts_lists;

typedef struct facts {
    int always;
    uint32_t node_count;
    VEC(facts_edge) edges, conditional_edges;
    VEC(facts_access) writes, reads;
    VEC(facts_rf) rf;
    VEC(facts_ws) ws;
    VEC(facts_pair) pairs;
    uint32_t point_count;
    VEC(uint32_t) node_of; /* by point */
    uint32_t *point_of;    /* by node; FACTS_NONE: it is none */
    facts_lists ws_of;     /* by write: where it is `write` */
    facts_lists pairs_of;  /* by write: where it is either */
    VEC(uint32_t) rf_of;   /* by variable: an entry of rf, or FACTS_NONE; shorter than there are variables */
} facts;

/* All is said. */
void facts_finish(facts *f);
void facts_clear(facts *f);

/* Is the write before the read in their common thread? */
static inline bool facts_is_own_earlier(const facts_access *write, const facts_access *read)
{
    return write->node != FACTS_NONE && write->thread == read->thread && write->position < read->position;
}

/* The rf whose literal it is, or NULL. */
static inline const facts_rf *facts_rf_of(const facts *f, int literal)
{
    if (literal < 0 || (uint32_t)literal >= f->rf_of.size || f->rf_of.data[literal] == FACTS_NONE)
        return NULL;
    return &f->rf.data[f->rf_of.data[literal]];
}

#endif
