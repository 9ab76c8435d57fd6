/* All executions that the axioms of memory-models.md allow, by brute force: for every nondeterministic value, every
 * choice of a write for every read, and every order of the writes to a place, the axioms are checked one by one.
 * Exponential, and written to be compared with the page, not to be fast.
 *
 * What is executed, and which writes a read may read from, comes from `symex` and `memory`: so the outcomes are those
 * of the machine exactly if those two are right. */
#ifndef HEDDLE_TESTS_ENUMERATE_H
#define HEDDLE_TESTS_ENUMERATE_H

#include "machine/outcomes.h"
#include "memory/memory.h"

typedef struct enumerate_result {
    VEC(char *) finals; /* as outcomes_result has them */
    bool has_violation, is_cut, has_unsupported;
    bool gave_up; /* more than `limit` nodes of the search */
    uint64_t executions;
} enumerate_result;

/* `m` is a machine for describing values, of the same model. */
enumerate_result enumerate_executions(const memory *mem, const memory_candidates *candidates, machine *m,
                                      const outcomes_options *options, uint64_t limit);
void enumerate_result_clear(enumerate_result *r);

#endif
