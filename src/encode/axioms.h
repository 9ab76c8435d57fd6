/* The axioms of a model in the language cat, held against the models of an encoding's clauses.
 *
 * The order knows what is common to such models: coherence, and full fences (model.h). A model of the clauses
 * that it accepts is one concrete execution: which events happen, where reads read from, in which order writes
 * overwrite each other. On that execution the axioms are evaluated (cat/evaluate.h). If one fails there are reasons,
 * sets of facts that no execution has together; each becomes a clause, and the solver goes on. Facts become literals:
 *
 *     an event happens            its guard
 *     rf                          its literal; where the source is known by guards alone, those guards
 *     co                          the literal of ws; where the order is known, that both happen and hit the same place
 *     same or different places    an equation between addresses
 *     nothing else happens        the guards of all that does not happen, negated
 *
 * Dependencies may hold under conditions: a reason has the conditions, as they are, of all dependencies between its
 * events. So each clause holds in every execution that the model allows, and the search ends, since every clause
 * excludes the execution that it was made for. */
#ifndef HEDDLE_ENCODE_AXIOMS_H
#define HEDDLE_ENCODE_AXIOMS_H

#include "cat/evaluate.h"
#include "encode/axiom_events.h"
#include "encode/axiom_execution.h"
#include "encode/encode.h"

typedef struct axioms axioms;

/* For the encoding, when all is said. NULL if the model cannot be read. */
axioms *axioms_new(encoding *e, diag *d);
void axioms_free(axioms *a);

/* Is the model of the clauses an execution? If not, clauses are added that exclude it. */
bool axioms_accept(axioms *a);

/* Adds a clause that excludes the execution that was looked at last, whatever else it has chosen than what happens, rf,
 * co and places, and no other. */
void axioms_exclude(axioms *a);
/* The value of an access of that execution. */
term_value axioms_value(axioms *a, uint32_t access);

/* The execution that was looked at last. */
const axiom_execution *axioms_execution(const axioms *a);
#define AXIOMS_STATISTICS(STATISTIC)                                                                                   \
    STATISTIC(executions, "executions held against the axioms")                                                        \
    STATISTIC(rejected, "of these, not allowed")                                                                       \
    STATISTIC(clauses, "clauses learned from axioms")                                                                  \
    STATISTIC(literals, "literals in them")                                                                            \
    STATISTIC(most_events, "events of the largest execution")

typedef struct axioms_statistics {
#define DECLARE_STATISTIC(name, description) uint64_t name;
    AXIOMS_STATISTICS(DECLARE_STATISTIC)
#undef DECLARE_STATISTIC
} axioms_statistics;

axioms_statistics axioms_statistics_of(const axioms *a);

#endif
