/* The comparison (classes_compare.h) on many random programs (generate_classes.h), under all models. */
#ifndef HEDDLE_TESTS_CLASSES_PROGRAMS_H
#define HEDDLE_TESTS_CLASSES_PROGRAMS_H

#include <stdio.h>

#include "model/model.h"
#include "support/classes_compare.h"
#include "support/generate_classes.h"

typedef struct classes_result {
    uint64_t programs; /* that were loaded */
    uint64_t classes[MODEL_MACHINE_COUNT], most[MODEL_MACHINE_COUNT];
    uint64_t count[MODEL_MACHINE_COUNT][CLASSES_VERDICT_COUNT];
} classes_result;

typedef struct classes_setup {
    uint64_t max_visited;
    uint32_t batch; /* programs of one text */
    bool tells_all; /* also why it gave up */
} classes_setup;

/* Seeds first .. first + count. Writes what differs, with its text, to `out`. */
classes_result classes_compare_programs(const generate_classes_kind *kind, uint64_t first, uint64_t count,
                                        const classes_setup *setup, FILE *out);

#endif
