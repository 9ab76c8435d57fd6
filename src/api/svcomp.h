/* The convention of the SV-COMP competition: a property file says what to check, and the last line of the output is
 * `true`, `false(PROPERTY)` or `unknown`. */
#ifndef HEDDLE_API_SVCOMP_H
#define HEDDLE_API_SVCOMP_H

#include "report/check_report.h"

/* What the file asks for, as far as Heddle decides it: empty if it does not. False with a message if the file cannot be
 * read, or is no property file. */
bool svcomp_read(const char *file, property_set *asked, diag *d);
/* Appends the answer. `report` may be NULL if nothing was checked. */
void svcomp_answer(property_set asked, const check_report *report, strbuf *out);

#endif
