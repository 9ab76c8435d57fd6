/* The value of terms under an assignment of their variables.
 *
 * An evaluation remembers the value of every term it has met, so that evaluating many terms of one table costs one pass
 * over it. Variables that were given no value are 0. Variables must be assigned before the first term_evaluate after
 * a reset. */
#ifndef HEDDLE_TERM_EVALUATE_H
#define HEDDLE_TERM_EVALUATE_H

#include "term/term.h"

typedef struct term_evaluation term_evaluation;

term_evaluation *term_evaluation_new(const term_table *table);
void term_evaluation_free(term_evaluation *evaluation);
/* Forgets all values, also those of variables. */
void term_evaluation_reset(term_evaluation *evaluation);

/* The value is cut to the variable's width. */
void term_evaluation_assign(term_evaluation *evaluation, term variable, term_value value);
term_value term_evaluate(term_evaluation *evaluation, term a);

#endif
