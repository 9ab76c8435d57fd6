/* What the files of the public interface share. */
#ifndef HEDDLE_API_PROGRAM_H
#define HEDDLE_API_PROGRAM_H

#include "heddle.h"
#include "machine/machine.h"

struct heddle_program {
    ir_program *ir;
    VEC(char *) files; /* as they were given */
};

/* The model that the public interface means, and back. NULL for a number that it does not have. */
const model *api_model(heddle_model number);
heddle_model api_model_number(const model *model);

/* "queue.c:21: assertion `x == 1` failed"; the caller frees it. */
char *api_locate(const ir_program *ir, const machine_result *result);

#endif
