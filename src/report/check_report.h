/* What `heddle check` has found, with everything that a report of it may show: all formats are made from this.
 *
 *     text    check_text.h, trace.h
 *     JSON    check_json.h
 *     HTML    check_html.h
 *     SARIF   check_sarif.h
 *     DOT     check_dot.h
 *     SV-COMP check_witness.h */
#ifndef HEDDLE_REPORT_CHECK_REPORT_H
#define HEDDLE_REPORT_CHECK_REPORT_H

#include "engine/check.h"
#include "report/recording.h"

/* How a violation comes about. */
typedef struct check_trace {
    uint32_t result; /* that it belongs to */
    const check_violation *violation;
    recording execution;
    strbuf schedule;     /* as text */
    machine_stack other; /* the calls that the second place is in, of a violation that has two; may be unknown */
} check_trace;

typedef struct check_report {
    const ir_program *program;
    const char *const *files; /* as they were given */
    uint32_t file_count;
    const check_options *options;
    const check_result *results; /* one for each of options->models */
    uint32_t count;
    double seconds;          /* of wall time, for all models together */
    VEC(check_trace) traces; /* of all violations, in the order of results */
    uint32_t
        shown; /* the one that shows most plainly what is wrong, the first of the strongest model; or traces.size */
} check_report;

/* Replays and records the violations. What is pointed to must outlive the report. */
void check_report_make(check_report *report, const ir_program *program, const check_options *options,
                       const check_result *results, double seconds);
void check_report_clear(check_report *report);

/* The properties whose violations count. */
property_set check_report_checked(const check_report *report);
/* The one that is shown; NULL: there is none. */
const check_trace *check_report_shown(const check_report *report);
/* What is known beside the violations that were found: CHECK_VIOLATION if others were not asked for. */
check_verdict check_report_rest(const check_report *report, uint32_t result);
/* "SAFE", "VIOLATION", ... */
const char *check_verdict_name(check_verdict verdict);

/* The verdict in words: "no execution violates the property", "sb.c:31: assertion `r1 || r2` failed", ... */
void check_report_describe(const check_report *report, uint32_t result, strbuf *out);
/* Where all violations were asked for, and some were found: "these are all", or "there may be more" and why. */
void check_report_describe_rest(const check_report *report, uint32_t result, strbuf *out);
/* What all verdicts rest upon: "`f` and `g`, which are not defined, return any value and do nothing else"; nothing if
 * every function is defined. */
void check_report_describe_assumed(const check_report *report, strbuf *out);

#endif
