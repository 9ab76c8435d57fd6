/* The result of a check under one model as JSON (docs/json.md). */
#ifndef HEDDLE_REPORT_CHECK_JSON_H
#define HEDDLE_REPORT_CHECK_JSON_H

#include "engine/check.h"
#include "report/json.h"

/* `schedule` is the text of the violating execution, or NULL. */
void check_json_add(json *j, const ir_program *program, const check_result *r, const char *schedule, double seconds);

#endif
