/* Reading and writing the DIMACS format of SAT problems: comment lines `c ...`, one line `p cnf VARIABLES CLAUSES`,
 * then clauses as numbers, each ended by 0. */
#ifndef HEDDLE_SOLVER_DIMACS_H
#define HEDDLE_SOLVER_DIMACS_H

#include <stdio.h>

#include "solver/solver.h"

/* Adds all clauses of the file to a solver without any. Returns NULL, or what is wrong, with *line where. */
const char *dimacs_read(solver *s, FILE *in, unsigned long *line);

/* Prints the result and the model, if any, in the format of the SAT competitions. */
void dimacs_write_result(const solver *s, sat_result result, FILE *out);

#endif
