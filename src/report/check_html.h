/* A check as one HTML page that needs nothing else (docs/html.md): the files of src/report/html, with the report as
 * JSON (check_json.h) and the source text inside. */
#ifndef HEDDLE_REPORT_CHECK_HTML_H
#define HEDDLE_REPORT_CHECK_HTML_H

#include "report/check_report.h"

void check_html_print(const check_report *report, strbuf *out);

#endif
