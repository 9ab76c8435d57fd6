/* The convention of the SV-COMP competition: a property file says what to check, and the last line of the output is
 * `true`, `false(PROPERTY)` or `unknown`. */
#ifndef HEDDLE_CLI_SVCOMP_H
#define HEDDLE_CLI_SVCOMP_H

#include "report/check_report.h"

typedef enum svcomp_property {
    SVCOMP_UNREACH_CALL, /* G ! call(reach_error()) */
    SVCOMP_MEMSAFETY,    /* G valid-free, valid-deref, valid-memtrack */
    SVCOMP_OTHER,        /* one that Heddle does not decide */
} svcomp_property;

/* False with a message if the file cannot be read, or is no property file. */
bool svcomp_read(const char *file, svcomp_property *property, diag *d);
/* The claims that are not part of the property: bits 1 << symex_claim_kind. */
uint32_t svcomp_ignored(svcomp_property property);
/* The last line. `report` may be NULL if nothing was checked. */
const char *svcomp_answer(svcomp_property property, const check_report *report);

#endif
