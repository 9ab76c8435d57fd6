/* The parts of ir_validate. Each expects that the parts before it found nothing wrong, records the first broken
 * invariant and returns false then. */
#ifndef HEDDLE_IR_VALIDATE_H
#define HEDDLE_IR_VALIDATE_H

#include "ir/ir.h"

/* Types, globals, sites, locations, names, and the signatures of functions. */
bool ir_validate_tables(const ir_program *program, diag *d);
/* Every instruction of `function` by itself: indices in range, widths and numbers that its operation allows. */
bool ir_validate_instructions(const ir_program *program, ir_id function, diag *d);
/* The registers of `function`: each slot is written in one place only, and read where that place dominates, with
 * the width it was written with. Also checks that constants fit. */
bool ir_validate_registers(const ir_program *program, ir_id function, diag *d);

#endif
