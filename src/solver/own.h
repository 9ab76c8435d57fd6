/* The project's own solver (sat/sat.h), seen as one of several. */
#ifndef HEDDLE_SOLVER_OWN_H
#define HEDDLE_SOLVER_OWN_H

#include "solver/solver.h"

extern const solver_kind SOLVER_OWN;

/* The solver itself, for what only it can do: theories, proofs, options, preferred values. NULL for any other kind. */
sat_solver *solver_own(const solver *s);

#endif
