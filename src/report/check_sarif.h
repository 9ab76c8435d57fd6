/* A check in SARIF 2.1.0 (OASIS), for code scanning services and editors.
 *
 *     rule          a kind of violation, named as --property names it
 *     result        a violation, one for each model that has one; its code flow has a thread flow for each thread, and
 *                   one for memory where stores are buffered; executionOrder tells how they interleave
 *     notification  a verdict that leaves something open: bounded, unknown, unsupported, internal error. It is no
 *                   result, because it is not about a place that could be wrong, but about the check itself
 *     invocation    executionSuccessful is false if for some model nothing at all is known
 *
 * What is safe leaves no result, as SARIF's readers expect; `verdicts` in the properties of the run names it. */
#ifndef HEDDLE_REPORT_CHECK_SARIF_H
#define HEDDLE_REPORT_CHECK_SARIF_H

#include "report/check_report.h"

void check_sarif_print(const check_report *report, strbuf *out);

#endif
