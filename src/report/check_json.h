/* A check as JSON (docs/json.md). */
#ifndef HEDDLE_REPORT_CHECK_JSON_H
#define HEDDLE_REPORT_CHECK_JSON_H

#include "report/check_report.h"
#include "report/json.h"

/* The whole report: one JSON value. */
void check_json_print(const check_report *report, strbuf *out);

#endif
