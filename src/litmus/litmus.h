/* Litmus tests: small programs of a few threads in assembly or C, with a condition on their final states, in the format
 * that herd7 reads. A test becomes a program (ir) without a compiler.
 *
 * Threads are the functions P0, P1 …; `main` starts them, waits for them, and leaves what is observed of their
 * registers in globals named like them ("0:X0"). Memory accesses of assembly are atomic accesses (IR_RELAXED where the
 * instruction asks for no order). What orders mean next to stores is added as the front end does it for C (OF_ACCESS).
 *
 * What is not understood is an error with file and line; what is understood but not modelled is one that says so.
 * Nothing is left out silently. */
#ifndef HEDDLE_LITMUS_LITMUS_H
#define HEDDLE_LITMUS_LITMUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "ir/ir.h"

typedef enum litmus_arch { LITMUS_X86, LITMUS_X86_64, LITMUS_PPC, LITMUS_AARCH64, LITMUS_C } litmus_arch;

typedef enum litmus_quantifier { LITMUS_EXISTS, LITMUS_NOT_EXISTS, LITMUS_FORALL } litmus_quantifier;

enum { LITMUS_MEMORY = -1 }; /* in place of a thread: a variable */

/* A part of the final state: a register of a thread, or an element of a variable. */
typedef struct litmus_observed {
    char *name;          /* as it is written: "0:X0", "x", "a[1]" */
    int thread;          /* or LITMUS_MEMORY */
    char *register_name; /* in the one spelling that the thread has for it; NULL of a variable */
    uint32_t variable, element;
    uint64_t address; /* where its value is when main has ended; known when there is a program */
    uint8_t size;     /* bytes there */
    bool is_unsigned;
} litmus_observed;

typedef struct litmus_test litmus_test;

/* NULL with a diagnostic. `file` is for messages. The caller frees it. */
litmus_test *litmus_read(const char *file, const char *source, diag *d);
litmus_test *litmus_read_file(const char *file, diag *d);
void litmus_free(litmus_test *test);
/* Does the name end in ".litmus"? */
bool litmus_is_file(const char *name);

/* The program. With `is_asked`, main ends by failing an assertion in final states that answer the question: those in
 * which the condition holds, or, for LITMUS_FORALL, does not. NULL with a diagnostic. The caller frees it. */
ir_program *litmus_program(litmus_test *test, bool is_asked, diag *d);

const char *litmus_name(const litmus_test *test);
litmus_arch litmus_arch_of(const litmus_test *test);
litmus_quantifier litmus_quantifier_of(const litmus_test *test);
uint32_t litmus_observed_count(const litmus_test *test);
const litmus_observed *litmus_observed_at(const litmus_test *test, uint32_t index);
/* "exists (0:X0=1 /\ x=2)" */
void litmus_print_condition(const litmus_test *test, strbuf *out);

/* ---- final states: the values of all that is observed, each cut to its size ---- */

/* Is it one that counts (`filter`), and does the condition hold? */
bool litmus_counts(const litmus_test *test, const uint64_t *values);
bool litmus_holds(const litmus_test *test, const uint64_t *values);
/* "0:X0=1; x=2;" */
void litmus_print_state(const litmus_test *test, const uint64_t *values, strbuf *out);

#endif
