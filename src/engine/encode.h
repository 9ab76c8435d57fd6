/* A program's executions under a memory model as a problem for the solver with the ordering theory.
 *
 * What the clauses say (rf, ws are literals; => is implication):
 *
 *     rf(w,r) => guard(w), guard(r), same cell, value(w) = value(r)
 *     guard(r) => rf(w,r) for some candidate w
 *     guard(w), guard(w2), same cell => ws(w,w2) or ws(w2,w)
 *     ws(w,w2) => guard(w), guard(w2), same cell
 *
 * and what they mean for the order of events is the theory's part (ord/ord.h). A read whose sources are all known to be
 * before it, in a known order, has no rf: its value is an if-then-else over their guards. */
#ifndef HEDDLE_ENGINE_ENCODE_H
#define HEDDLE_ENGINE_ENCODE_H

#include "blast/blast.h"
#include "engine/execution.h"
#include "memory/graph.h"
#include "memory/memory.h"
#include "memory/ws.h"
#include "ord/ord.h"
#include "sat/sat.h"

typedef struct encoding {
    const symex *s;
    const memory *m;
    const model *model;
    memory_graph *graph;
    memory_candidates *candidates;
    memory_ws *ws;
    sat_solver *solver;
    blast *blast;
    ord *ord;
    int always;          /* a literal that is true */
    uint32_t *ord_write; /* by access; ORD_NONE: not known to the theory */
    VEC(int) rf;         /* literal of each candidate; 0: none */
    /* For encoding_add_fr alone: */
    VEC(uint32_t) write_access, read_access; /* by the theory's number; IR_NONE: an initial value */
} encoding;

/* More rf and ws pairs than this need gigabytes. */
enum { ENCODING_MAX_PAIRS = 4000000 };

/* NULL if there are too many pairs, or if `wants_to_stop`, which is asked now and then and may be NULL, says so. */
encoding *encoding_new(const memory *m, const model *model, const ord_options *options,
                       bool (*wants_to_stop)(void *context), void *context);
void encoding_free(encoding *e);

/* Says in clauses what the theory derives otherwise: rf(w,r) and ws(w,w2) make an edge r -> w2, with a literal of its
 * own for each such pair. O(rf * ws per write): this is the paper's other way, there to be compared with (eager_fr). */
void encoding_add_fr(encoding *e);

/* A literal for the truth of any term of the program. */
int encoding_literal(encoding *e, term truth);

/* After SAT_SATISFIABLE: the execution up to the claim, which is true in the model. */
execution encoding_read_execution(encoding *e, const symex_claim *claim);

#endif
