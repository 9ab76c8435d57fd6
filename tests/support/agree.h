/* Does `heddle check` agree with the machine? Both look for a violation in generated programs, under all models. */
#ifndef HEDDLE_TESTS_AGREE_H
#define HEDDLE_TESTS_AGREE_H

#include <stdint.h>
#include <stdio.h>

#include "base/diag.h"
#include "engine/check.h"
#include "support/families.h"

typedef enum agree_verdict {
    AGREE_SAFE,      /* both find none */
    AGREE_VIOLATION, /* both find one */
    AGREE_VALUES,    /* only the check finds one, and it replays: the machine tries few nondeterministic values */
    AGREE_OPEN,      /* one of them gave up */
    AGREE_DIFFERENT,
    AGREE_COUNT
} agree_verdict;

typedef struct agree_result {
    uint64_t programs, count[AGREE_COUNT]; /* by verdict: programs times models */
} agree_result;

/* How the check goes about it. */
typedef struct agree_setup {
    const char *engines; /* "ord", "ord,states"; NULL: the default */
    ord_options ord;
    bool refine_cadical, clock_idl;
    const model *only; /* NULL: all of the table */
} agree_setup;

/* Bits of engines (check_options.engines). */
uint32_t agree_engines(const char *names);
/* Loads the text as the family says; NULL and a diagnostic if that fails. */
ir_program *agree_load(const family *family, const strbuf *text, const char *data_model, diag *d);

/* Seeds first .. first + count. Writes what differs, with its text, to `out`. */
agree_result agree_on_programs(const family *family, uint64_t first, uint64_t count, const agree_setup *setup,
                               FILE *out);

#endif
