/* What the theory's files share. */
#ifndef HEDDLE_ORD_STATE_H
#define HEDDLE_ORD_STATE_H

#include "base/log.h"
#include "base/vec.h"
#include "ord/graph.h"
#include "ord/ord.h"

typedef enum atom_kind { ATOM_EDGE, ATOM_RF, ATOM_WS } atom_kind;

/* What is the case if a literal is true. */
typedef struct atom {
    uint8_t kind;
    bool has_edge;
    int literal;
    uint32_t from, to; /* nodes; of the accesses, if it is about accesses */
    uint32_t write;    /* of rf and ws */
    uint32_t other;    /* the read, or the overwriting write */
    uint32_t next;     /* atom of the same literal, or ORD_NONE */
} atom;

typedef VEC(uint32_t) id_list;
typedef VEC(int) literal_list;

typedef struct access {
    uint32_t node, thread, position;
} access;

typedef struct ord_write {
    access at;
    id_list rf, ws;         /* atoms with it as `write` */
    id_list readers, after; /* those of them that are true now */
} ord_write;

typedef struct ord_read {
    access at;
    id_list rf;      /* atoms */
    uint32_t source; /* the atom that is true, or ORD_NONE */
    int guard;
} ord_read;

enum { PAIR_CONDITIONS = 3 };

/* Two writes, one of which overwrites the other if all conditions hold. */
typedef struct write_pair {
    uint32_t write, other;
    int conditions[PAIR_CONDITIONS];
    uint8_t condition_count;
    bool is_made; /* it has literals */
} write_pair;

/* What to take back when the search backtracks. */
typedef enum undo_kind { UNDO_EDGE, UNDO_READER, UNDO_SOURCE, UNDO_AFTER } undo_kind;
enum { UNDO_KINDS = UNDO_AFTER + 1 };

typedef struct undo {
    uint8_t kind;
    uint32_t id; /* write or read */
} undo;

typedef struct told {
    int literal;
    uint32_t level;
    uint32_t undo_start; /* where its undos begin, if it has been looked at */
} told;

/* Why a literal was made false: its edge, or the fr edge that it would cause, would close a cycle with a path that was
 * there when there were `edges` edges. Or because of another literal alone. */
typedef struct cause {
    uint32_t start, goal; /* the path; ORD_NONE: no path */
    uint32_t edges;
    int other; /* a literal that is true; 0: none */
} cause;

struct ord {
    sat_solver *solver;
    void *sink; /* of clauses, before the theory is connected */
    void (*add_clause)(void *sink, const int *literals, unsigned count);
    ord_options options;
    graph graph;
    VEC(atom) atoms;
    VEC(uint32_t) first_atom; /* by literal code: an atom, or ORD_NONE */
    VEC(ord_write) writes;
    VEC(ord_read) reads;
    VEC(id_list) out_atoms;  /* by node: atoms with an edge from it */
    VEC(id_list) node_reads; /* by node */
    VEC(write_pair) pairs;
    bool is_connected;
    VEC(told) told;
    uint32_t looked_at; /* of `told` */
    VEC(undo) undos;
    VEC(cause) causes;   /* by variable: of the last propagation */
    literal_list clause; /* the last explanation */
    VEC(uint32_t) distance, distance_stamp;
    uint32_t distance_now;
    VEC(graph_pair) accepted; /* the dynamic edges of the last model */
    uint32_t decide_at;       /* the first read that may need a decision */
    bool is_in_conflict;
    ord_statistics stats;
};

static inline uint32_t ord_code(int literal)
{
    assert(literal != 0);
    return literal > 0 ? 2 * (uint32_t)literal : 2 * (uint32_t)-literal + 1;
}

static inline const atom *ord_atom_at(const ord *o, uint32_t id)
{
    assert(id < o->atoms.size);
    return &o->atoms.data[id];
}

/* Is the write before the read in their common thread? */
static inline bool ord_is_own_earlier(const ord_write *w, const ord_read *r)
{
    return w->at.node != ORD_NONE && w->at.thread == r->at.thread && w->at.position < r->at.position;
}

/* ---- valid.c ---- */

/* Is everything as this file promises? O(size of the state). */
bool ord_is_valid(const ord *o);

/* ---- paths.c ---- */

/* Gives the solver all clauses of least width that say why the edge from -> to cannot be there, for the reasons given
 * (true literals, or 0). */
void ord_explain_cycle(ord *o, uint32_t from, uint32_t to, int reason1, int reason2);
/* Appends to o->clause the negated literals of a path of least width among the first `edges` dynamic edges. */
void ord_explain_path(ord *o, uint32_t start, uint32_t goal, uint32_t edges);

/* ---- pairs.c ---- */

/* Is there an order of all nodes in which every read reads the last write before it? If not, makes the literals of the
 * pairs of writes that stand in the way. If so, adds to o->accepted what the order says of pairs without literals. */
bool ord_settle_pairs(ord *o);

/* ---- unit.c ---- */

/* Draws conclusions from the new edge of the graph, after graph_mark_new has marked what it connects. */
void ord_propagate_edge(ord *o);
/* From a new rf, a new ws: the atom. */
void ord_propagate_rf(ord *o, uint32_t id);
void ord_propagate_ws(ord *o, uint32_t id);

#endif
