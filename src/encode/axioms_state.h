/* What the files of axioms share. */
#ifndef HEDDLE_ENCODE_AXIOMS_STATE_H
#define HEDDLE_ENCODE_AXIOMS_STATE_H

#include "base/map.h"
#include "encode/axioms.h"
#include "memory/order.h"
#include "term/evaluate.h"

struct axioms {
    encoding *e;
    cat_model *model;
    axiom_events events;
    order known;       /* which events are always in order */
    map ws;            /* write << 32 | other -> literal, as an unsigned number */
    uint32_t *read_of; /* by access: its memory_read, or IR_NONE */
    bool has_known_places;
    term_evaluation *values;
    axiom_execution x;
    uint32_t *concrete;    /* by event of `events`: its number in x, or CAT_NO_EVENT */
    map place_of;          /* address -> place */
    VEC(uint32_t) initial; /* by place: its initial write */
    VEC(int) clause;
    cat_reasons reasons;
    axioms_statistics stats;
};

static inline bool axioms_holds(axioms *a, term truth)
{
    return term_evaluate(a->values, truth) != 0;
}

/* 0 if there is no literal: the order is known. */
static inline int axioms_ws(const axioms *a, uint32_t write, uint32_t other)
{
    return (int)map_get(&a->ws, (uint64_t)write << 32 | other, 0);
}

/* ---- axioms_execution.c ---- */

/* Reads the model of the clauses. */
void axioms_read_execution(axioms *a);

/* ---- axioms_reasons.c ---- */

/* Adds the clauses that a->reasons are. */
void axioms_add_clauses(axioms *a);

#endif
