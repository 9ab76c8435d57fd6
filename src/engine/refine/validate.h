/* Is a candidate an execution? Decided by a solver, where the graph does not (Sections 4.3 and 5.2 of the paper).
 *
 * What the candidate chooses becomes a small problem of the ordering theory (ord/ord.h) with every literal assumed,
 * each standing for itself alone. If it has no solution, those that were needed for that are a reason; literals are
 * left out of it as long as it stays one. */
#ifndef HEDDLE_ENGINE_REFINE_VALIDATE_H
#define HEDDLE_ENGINE_REFINE_VALIDATE_H

#include "engine/refine/candidate.h"

typedef struct validation {
    sat_result answer;     /* SAT_SATISFIABLE: it is one; SAT_UNKNOWN: told to stop */
    VEC(int) reason;       /* if not: literals that cannot be true together */
    VEC(facts_edge) edges; /* if it is: all of its order */
} validation;

/* Stops as soon as the function, if it is not NULL, returns true. */
validation validate_candidate(const candidate *c, void *state, bool (*terminate)(void *state));
void validation_clear(validation *v);

#endif
