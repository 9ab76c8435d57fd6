/* All executions that the axioms of the memory models allow, by search: nondeterministic values, a write for every
 * read that is executed, and orders of the writes to a place. A partial choice is given up as soon as the axioms
 * refuse what it has decided, what they leave only one way for is taken at once, and a nondeterministic value is chosen
 * only when something that is executed depends on it; nothing else is clever, so that it can be read against the
 * definitions.
 *
 * What is executed, and which writes a read may read from, comes from `symex` and `memory`: so the outcomes are those
 * of the machine exactly if those two are right.
 *
 * Values follow from which write each read reads, so of the orders of writes only what decides the final values is
 * listed; of the others it is enough that one exists. */
#ifndef HEDDLE_TESTS_ENUMERATE_H
#define HEDDLE_TESTS_ENUMERATE_H

#include "machine/outcomes.h"
#include "memory/memory.h"
#include "support/axioms.h"

typedef struct enumerate_result {
    VEC(char *) finals; /* as outcomes_result has them */
    bool has_violation, is_cut, has_unsupported;
    /* A thread went on after an invalid access or misuse, where the machine stops it: only the verdict counts. */
    bool goes_on_after_violation;
    const char *violation; /* what the first one was; lives as long as the claims */
    bool gave_up;          /* more than `limit` nodes of the search */
    uint64_t executions, steps;
} enumerate_result;

/* Told of executions: all values are known, also those that nothing depends on, and all writes to one place are
 * ordered. Returns whether it wants to hear of more. */
typedef struct enumerate_listener {
    bool (*on_execution)(void *context, const axioms *a);
    void *context;
} enumerate_listener;

/* As enumerate_executions, and every execution that has an order is told. */
enumerate_result enumerate_and_tell(const memory *mem, const memory_candidates *candidates, machine *m,
                                    const outcomes_options *options, uint64_t limit, enumerate_listener listener);

/* `m` is a machine for describing values, of the same model. */
enumerate_result enumerate_executions(const memory *mem, const memory_candidates *candidates, machine *m,
                                      const outcomes_options *options, uint64_t limit);
void enumerate_result_clear(enumerate_result *r);

#endif
