/* Compares consistency.h with the machine that tries everything, on random histories. */
#ifndef HEDDLE_TESTS_CONSISTENCY_AGREES_H
#define HEDDLE_TESTS_CONSISTENCY_AGREES_H

#include <stdio.h>

#include "support/random_history.h"

typedef struct consistency_agrees_counts {
    uint64_t histories, executable, closure, search, different;
} consistency_agrees_counts;

/* Histories of so many seeds under the model. What differs is made small and printed. */
consistency_agrees_counts consistency_agrees(const model *m, uint64_t first_seed, uint64_t count, FILE *out);
/* Tangles (random_history.h) without that machine: do searches of all kinds agree? Returns how often they do not. */
uint64_t consistency_agrees_on_tangles(const model *m, uint64_t count, FILE *out);

#endif
