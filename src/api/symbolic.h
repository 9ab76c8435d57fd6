/* Symbolic execution for those who look at what it makes: loops and events. */
#ifndef HEDDLE_API_SYMBOLIC_H
#define HEDDLE_API_SYMBOLIC_H

#include "api/budget.h"
#include "api/program.h"
#include "symex/symex.h"

/* NULL with an error. The budget must outlive it. */
symex *symbolic_run(const heddle_program *program, const heddle_unroll_options *o, bool records_dependencies,
                    heddle_budget *b, heddle_error *error);
/* Why there is no result: the budget, if that is spent, or else the diagnostic. */
void symbolic_fail(const heddle_budget *b, diag *d, heddle_error *error);

#endif
