/* A program's executions under a memory model as clauses, and an order that says which of their models are executions.
 *
 * What the clauses say (rf is a literal; => is implication):
 *
 *     rf(w,r) => guard(w), guard(r), same cell, value(w) = value(r)
 *     guard(r) => rf(w,r) for some candidate w
 *
 * A read whose sources are all known to be before it, in a known order, has no rf: its value is an if-then-else over
 * their guards. The rest is the order's part (encode/order.h), which is told the graph, every rf, and
 *
 *     guard(w), guard(w2), same cell => ws(w,w2) or ws(w2,w)
 *     ws(w,w2) => guard(w), guard(w2), same cell
 *
 * Invariant: rf has one entry for each candidate; those of reads with rf are variables of their own, and all others
 * are 0. */
#ifndef HEDDLE_ENCODE_ENCODE_H
#define HEDDLE_ENCODE_ENCODE_H

#include "blast/blast.h"
#include "encode/execution.h"
#include "encode/order.h"
#include "memory/graph.h"
#include "memory/memory.h"
#include "memory/ws.h"
#include "ord/ord.h"

typedef struct encoding {
    const symex *s;
    const memory *m;
    const model *model;
    memory_graph *graph;
    memory_candidates *candidates;
    memory_ws *ws;
    solver *clauses; /* where all clauses go, and models come from */
    blast *blast;
    encode_order order;
    int always;                    /* a literal that is true */
    uint32_t *order_write;         /* by access; ENCODE_NONE: not known to the order */
    VEC(uint32_t) access_of_write; /* by write of the order; IR_NONE: an initial one */
    VEC(uint32_t) access_of_read;  /* by read of the order */
    VEC(int) rf;                   /* literal of each candidate; 0: none */
    VEC(int) races;                /* by claim in m->races: if the literal is true, the two may race (races.h) */
    bool (*terminate)(void *state);
    void *terminate_state;
    /* If the order is the theory's (encode/order_theory.h), the solver behind `clauses`, and the theory; else NULL. */
    sat_solver *solver;
    ord *ord;
    struct axioms *axioms; /* that models are held against; NULL: none */
} encoding;

/* More rf and ws pairs than this need gigabytes. */
enum { ENCODING_MAX_PAIRS = 4000000 };

/* Takes the solver and the order, which belongs to that solver, over. NULL if there are too many pairs, or if
 * the budget of the program (symex.h) is spent. */
encoding *encoding_build(const memory *m, const model *model, solver *clauses, const encode_order *order);
void encoding_free(encoding *e);
/* Of a model that is known by axioms: models of the clauses that the order accepts are then held against these. The
 * order decides what is common to all such models, the axioms the rest. */
void encoding_add_axioms(encoding *e);

/* Does the invariant hold? O(its size). */
bool encoding_is_valid(const encoding *e);

/* A literal for the truth of any term of the program. */
int encoding_literal(encoding *e, term truth);

/* Is there an execution in which the literals are true? Its model is then that of `clauses`. SAT_UNKNOWN if it was told
 * to stop. */
sat_result encoding_solve(encoding *e, const int *assumptions, uint32_t count);
/* Stops solving as soon as the function returns true; it is asked often. */
void encoding_set_terminate(encoding *e, void *state, bool (*terminate)(void *state));

/* After SAT_SATISFIABLE: the execution up to the claim, which is true in the model. */
execution encoding_read_execution(encoding *e, const symex_claim *claim);

#endif
