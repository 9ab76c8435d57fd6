/* From and-inverter graphs to clauses (Tseitin).
 *
 * A node gets a variable of the solver the first time it is asked for, together with clauses that make the variable
 * equivalent to the node's function, and keeps it: clauses are only ever added, so the graph may grow between calls
 * of the solver. Groups of nodes that form an exclusive or, an if-then-else or a conjunction of many edges become one
 * gate; their inner nodes get no variable unless something else asks for them. */
#ifndef HEDDLE_BLAST_CNF_H
#define HEDDLE_BLAST_CNF_H

#include "base/budget.h"
#include "blast/aig.h"
#include "blast/sink.h"

typedef struct cnf {
    const aig *graph;
    blast_sink sink;
    VEC(int) literals; /* by node; 0 for none yet */
    VEC(uint32_t) stack;
    VEC(aig_edge) inputs; /* of the gate at hand */
    VEC(aig_edge) pending;
    VEC(int) clause;
    uint64_t variable_count, clause_count;
    budget *budget; /* may be NULL */
    int nonsense;   /* not 0: it was stopped, and this is every literal that is asked for */
} cnf;

void cnf_init(cnf *c, const aig *graph, blast_sink sink);
void cnf_clear(cnf *c);

/* A literal that is true exactly when the edge is. */
int cnf_literal(cnf *c, aig_edge edge);
/* The literal if there is one already, else 0. */
int cnf_find_literal(const cnf *c, aig_edge edge);
/* Adds: if `condition` then `edge`, without a variable for the edge itself; condition 0 stands for true. */
void cnf_assert(cnf *c, int condition, aig_edge edge);

#endif
