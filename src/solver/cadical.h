/* CaDiCaL (Biere and others, MIT), seen as one of several solvers. Often faster on large problems without a theory. */
#ifndef HEDDLE_SOLVER_CADICAL_H
#define HEDDLE_SOLVER_CADICAL_H

#include "solver/solver.h"

extern const solver_kind SOLVER_CADICAL;

#endif
