/* Model-based random testing: one instance is a random sequence of calls of the solver's interface, each answer of
 * which is compared with CaDiCaL's, and each model, core and proof line is checked. */
#ifndef HEDDLE_TESTS_SAT_MODEL_TEST_H
#define HEDDLE_TESTS_SAT_MODEL_TEST_H

#include <stdbool.h>
#include <stdint.h>

typedef struct model_test_counts {
    uint64_t instances, solves, satisfiable, unsatisfiable, unknown, with_theory, with_proof;
    uint64_t conflicts, eliminated, restored, substituted, probed, vivified, subsumed, strengthened, reduced, lemmas;
} model_test_counts;

/* Runs the instance of this seed. Returns NULL, or what is wrong. */
const char *model_test_run(uint64_t seed, bool verbose, model_test_counts *counts);

#endif
