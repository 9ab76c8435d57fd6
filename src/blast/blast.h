/* Terms to clauses.
 *
 * A term of width w becomes w edges of an and-inverter graph, lowest bit first; a variable's bits are inputs of the
 * graph. The graph becomes clauses where the caller asks for literals or asserts, and only the part that matters there.
 * Everything is remembered: a term is translated once, a node of the graph gets its literal once, and new terms may be
 * added at any time between calls of the solver.
 *
 *     blast *b = blast_new(table, sink);
 *     blast_assert(b, claim);
 *     ... solve ...
 *     blast_read_model(b, value, solver, evaluation);
 *     term_evaluate(evaluation, any_term)
 *
 * The value of a floating-point operation without a circuit (term_is_opaque_float) is left open, and a model may give
 * it any: the caller has to make sure that it does not matter. */
#ifndef HEDDLE_BLAST_BLAST_H
#define HEDDLE_BLAST_BLAST_H

#include "base/budget.h"
#include "blast/aig.h"
#include "blast/sink.h"
#include "term/evaluate.h"
#include "term/term.h"

typedef struct blast blast;

/* The table must outlive the result; terms may be added to it. */
blast *blast_new(const term_table *table, blast_sink sink);
void blast_free(blast *b);
/* Charged while terms are translated; once it is spent, everything is translated to nonsense, and nothing that is
 * concluded from the clauses is worth anything. Without one there is no limit. */
void blast_set_budget(blast *b, budget *budget);

/* A literal that is true exactly when the term, of width 1, is. */
int blast_literal(blast *b, term truth);
/* A literal per bit, lowest first. */
void blast_literals(blast *b, term a, int *literals);
/* Makes the term, of width 1, true. Cheaper than a clause with blast_literal. */
void blast_assert(blast *b, term truth);
/* The same where the literal `condition` is true. */
void blast_assert_if(blast *b, int condition, term truth);

/* Gives every variable that was translated the value that the solver's model has for it (0 where the clauses leave it
 * open): `value` says whether a literal is true (> 0) in the model. All other terms then follow by evaluation. */
void blast_read_model(const blast *b, int (*value)(const void *solver, int literal), const void *solver,
                      term_evaluation *evaluation);

typedef struct blast_statistics {
    uint64_t terms, nodes, variables, clauses;
} blast_statistics;

blast_statistics blast_count(const blast *b);

/* ---- below the clauses ---- */

/* An edge per bit, lowest first. */
void blast_bits(blast *b, term a, aig_edge *bits);
const aig *blast_graph(const blast *b);

#endif
