/* A witness of the result, as the software verification competition exchanges them: what another tool needs to confirm
 * it. In GraphML (format 1.0) or YAML (format 2.0).
 *
 *     violation   GraphML: a path of the statements that were executed, each with its thread, up to the violation.
 *                 YAML: the results of calls of nondeterministic functions, and where the violation is. The format
 *                 knows no threads, so it says nothing about how they interleave.
 *     safe        the claim that it is so, without invariants: a validator has to find the proof by itself
 *
 * Neither format knows store buffers: what is violated under weaker models only, a validator for sequential consistency
 * will refuse. The model is named in the witness. */
#ifndef HEDDLE_REPORT_CHECK_WITNESS_H
#define HEDDLE_REPORT_CHECK_WITNESS_H

#include "report/check_report.h"

/* There is a witness for a violation, and for what is safe under every model that was asked for. */
bool check_witness_exists(const check_report *report);
/* As GraphML if the name of the file, to which the caller will write it, ends in .graphml; else as YAML. The time in it
 * is the present, or SOURCE_DATE_EPOCH. False with a diagnostic if a file of the program cannot be read any more. */
bool check_witness_print(const check_report *report, const char *file, strbuf *out, diag *d);

#endif
