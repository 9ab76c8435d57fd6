/* The verdict of a check, for a person:
 *
 *     SAFE under SC: no execution violates an assertion or meets undefined behaviour (44 events, 0.01 s)
 *     VIOLATION under SC: sb.c:31: assertion `r1 || r2` failed
 *     BOUNDED under SC: no violation within 4 iterations of: worker.0 at queue.c:17 (out of time) */
#ifndef HEDDLE_REPORT_CHECK_TEXT_H
#define HEDDLE_REPORT_CHECK_TEXT_H

#include <stdio.h>

#include "report/check_report.h"
#include "report/style.h"

/* Verdicts and, if `trace_limit` is not 0, the execution that is shown, with at most so many steps. Where all
 * violations were asked for: one of each, under the strongest model that has it. */
void check_text_print(const check_report *report, style s, uint32_t trace_limit, FILE *out);
/* One line: what was checked, and how long it took. */
void check_text_print_summary(const check_report *report, style s, FILE *out);
/* What it took, a line each. */
void check_text_print_statistics(const check_result *r, FILE *out);

#endif
