/* What the files of the public interface share. */
#ifndef HEDDLE_API_PROGRAM_H
#define HEDDLE_API_PROGRAM_H

#include "heddle.h"
#include "report/check_report.h"

struct heddle_program {
    ir_program *ir;
    VEC(char *) files; /* as they were given */
};

/* The model that the public interface means, and back. NULL for a number that it does not have. */
const model *api_model(heddle_model number);
heddle_model api_model_number(const model *model);

/* The diagnostic becomes the error, which is none yet. */
void api_take_error(diag *d, heddle_error *error);

/* "queue.c:21: function `f`, which is neither defined nor modelled"; the caller frees it. */
char *api_locate(const ir_program *ir, const machine_result *result);
/* "queue.c:21: error: not modelled: function `f`, which is neither defined nor modelled". */
void api_complain(const ir_program *ir, const machine_result *result, strbuf *out);
/* The violation of result i; its strings belong to the report. */
heddle_violation api_violation(const check_report *report, uint32_t i);

#endif
