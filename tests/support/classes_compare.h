/* Does the exploration (rf/explore.h) visit all classes of executions, and each of them once? Compared with all
 * executions (classes.h); and what goes wrong, where it hangs and how it ends with the search through states
 * (machine/outcomes.h). */
#ifndef HEDDLE_TESTS_CLASSES_COMPARE_H
#define HEDDLE_TESTS_CLASSES_COMPARE_H

#include "base/strbuf.h"
#include "machine/machine.h"

typedef struct classes_compare_options {
    const model *model;
    const char *observed; /* variables that are written by main only, at its end; NULL: none */
    bool is_endless;      /* executions may be endless: only what goes wrong is compared */
    uint64_t max_visited; /* by the search through all executions */
    uint64_t max_classes;
} classes_compare_options;

typedef enum classes_verdict {
    CLASSES_SAME,
    CLASSES_TOO_LARGE, /* too many executions to look at all */
    CLASSES_REFUSED,   /* the exploration gave up, and said why */
    CLASSES_REPEATED,  /* all classes were visited, some more than once */
    CLASSES_DIFFERENT,
    CLASSES_VERDICT_COUNT
} classes_verdict;

/* Appends to `report` what differs, or why it gave up. *count: how many classes there are. */
classes_verdict classes_compare(const ir_program *program, const classes_compare_options *options, uint64_t *count,
                                strbuf *report);

#endif
