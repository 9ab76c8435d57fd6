/* What the two formats of witnesses have in common. */
#ifndef HEDDLE_REPORT_CHECK_WITNESS_PARTS_H
#define HEDDLE_REPORT_CHECK_WITNESS_PARTS_H

#include "base/sha256.h"
#include "report/check_report.h"
#include "report/source.h"

enum { WITNESS_TIME = sizeof "2026-01-31T23:59:59Z" };

typedef struct witness {
    const check_report *report;
    const check_result *result; /* the violation that is shown, or what is safe */
    const recording *execution; /* of the violation, or NULL */
    const machine_result *violation;
    char time[WITNESS_TIME];
    const char *specifications[PROPERTY_COUNT]; /* formulas: what is violated, or everything that is safe */
    uint32_t specification_count;
    VEC(char *) hashes; /* of report->files, SHA-256 */
    source_files sources;
} witness;

/* Is the program one of 32 bits (ILP32)? */
static inline bool witness_is_short(const witness *w)
{
    return w->report->program->layout.pointer_bits < IR_SLOT_BITS;
}

/* A call of a function like __VERIFIER_nondet_int, and what it has returned. */
typedef struct witness_call {
    char *function;
    uint32_t end; /* the column of its closing parenthesis */
    bool is_signed;
    uint64_t value; /* sign-extended if it is signed */
} witness_call;

/* Whether the step is such a call, with a value that can be written down; found in the source, because that is where
 * its function and its end are. Free call->function. */
bool witness_find_call(witness *w, const recording_step *step, witness_call *call);
/* Lines are those of the file only if it is one of the program's: not of a header, nor of what a preprocessed file was
 * made of. */
bool witness_knows_line(const witness *w, const recording_step *step);

/* "CHECK( init(main()), LTL(G valid-free) )" */
void witness_add_specification(const witness *w, uint32_t i, strbuf *out);

void witness_print_graphml(witness *w, strbuf *out);
void witness_print_yaml(witness *w, strbuf *out);

#endif
