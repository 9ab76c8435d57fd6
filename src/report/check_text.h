/* The verdicts of a check, for a person. */
#ifndef HEDDLE_REPORT_CHECK_TEXT_H
#define HEDDLE_REPORT_CHECK_TEXT_H

#include <stdio.h>

#include "engine/check.h"

void check_text_print(const check_result *r, const ir_program *program, bool stats, FILE *out);

#endif
