/* Two searches for all executions of a program, which must agree: the machine's over states, and that over the events
 * and candidates of symbolic execution by the axioms. */
#ifndef HEDDLE_TESTS_COMPARE_H
#define HEDDLE_TESTS_COMPARE_H

#include "base/strbuf.h"
#include "machine/machine.h"

typedef struct compare_options {
    char *observe; /* places, or NULL */
    uint32_t unwind;
    int64_t nondet_low, nondet_high;
    uint64_t max_states, max_steps;
    const char *data_model; /* -m32 or -m64; NULL: the latter */
    bool settles;           /* symbolic execution is that of settled.h */
} compare_options;

typedef enum compare_verdict {
    COMPARE_EQUAL,   /* the same outcomes, even if a loop was cut */
    COMPARE_BOUNDED, /* a loop was cut: what the axioms allow is part of what the machine does, not all */
    COMPARE_GAVE_UP, /* too much for one of the two; what the axioms gave until then is part of what the machine does */
    COMPARE_DIFFERENT,
} compare_verdict;

/* What is in the comments of the file: "Options: --observe x,y --unwind 3 --nondet 0..1". The caller frees observe. */
compare_options compare_read_options(const char *path);
/* Appends to `report` a line that says how it went, and all outcomes if they differ. */
compare_verdict compare_program(const ir_program *program, const char *name, const model *model,
                                const compare_options *options, strbuf *report);
/* The same for the C file under all tested models: the worst of the verdicts. */
compare_verdict compare_file(const char *path, const compare_options *options, strbuf *report);

#endif
