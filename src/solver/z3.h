/* Z3 (Microsoft, MIT), seen as one of several solvers, that knows differences of integers as well: QF_IDL.
 *
 * It works in slices of so many conflicts, and asks between them whether to go on; what it learned is there when it
 * goes on. So it does the same every time, and stops when it is told to, though not while it prepares a problem. */
#ifndef HEDDLE_SOLVER_Z3_H
#define HEDDLE_SOLVER_Z3_H

#include "solver/solver.h"

extern const solver_kind SOLVER_Z3;

/* ---- of that kind only ---- */

/* A fresh integer: 0, 1, ... in this order. */
uint32_t solver_z3_new_integer(solver *s);
/* If the literal is true, the first integer is less than the second. */
void solver_z3_add_less(solver *s, int literal, uint32_t first, uint32_t second);

#endif
