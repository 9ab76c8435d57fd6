/* The verdict of a check, for a person:
 *
 *     SAFE under SC: no execution violates an assertion or meets undefined behaviour (44 events, 0.01 s)
 *     VIOLATION under TSO: sb.c:31: assertion `r1 || r2` failed
 *     BOUNDED under SC: no violation within 4 iterations of: worker.0 at queue.c:17 (out of time) */
#ifndef HEDDLE_REPORT_CHECK_TEXT_H
#define HEDDLE_REPORT_CHECK_TEXT_H

#include <stdio.h>

#include "engine/check.h"
#include "report/style.h"

/* "SAFE", "VIOLATION", ... */
const char *check_verdict_name(check_verdict verdict);
void check_text_print(const check_result *r, const ir_program *program, style s, FILE *out);
/* What it took, a line each. */
void check_text_print_statistics(const check_result *r, FILE *out);

#endif
