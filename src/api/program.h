/* What the files of the public interface share. */
#ifndef HEDDLE_API_PROGRAM_H
#define HEDDLE_API_PROGRAM_H

#include "heddle.h"
#include "machine/machine.h"

struct heddle_program {
    ir_program *ir;
    VEC(char *) files; /* as they were given */
};

/* "queue.c:21: assertion `x == 1` failed"; the caller frees it. */
char *api_locate(const ir_program *ir, const machine_result *result);

#endif
