/* Gate definitions in clauses: which of the clauses of a variable x say that x equals a function of other variables?
 *
 * If G are these clauses and H the other clauses of x, then eliminating x needs only the resolvents of G with H: those
 * within G are tautologies, and those within H follow from the others. */
#ifndef HEDDLE_SAT_GATES_H
#define HEDDLE_SAT_GATES_H

#include "sat/occurs.h"

/* Looks for an equivalence, an and-gate, an exclusive or or an if-then-else with output `variable`. On success, returns
 * true and the gate's clauses, those with the positive literal and those with the negative literal. */
bool gates_find(sat_solver *s, occurs *o, uint32_t variable, crefs *positive, crefs *negative);

#endif
