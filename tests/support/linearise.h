/* An execution as the enumerator has it, in one of the orders in which its events can take effect. */
#ifndef HEDDLE_TESTS_LINEARISE_H
#define HEDDLE_TESTS_LINEARISE_H

#include "base/random.h"
#include "encode/execution.h"
#include "support/axioms.h"

/* The claim of the symex or of the memory that is violated; NULL if none is. */
const symex_claim *linearise_violated_claim(const axioms *a);
/* Any order that agrees with the global order of the axioms. With `only_needed`, only what is before the claim in
 * that order or in program order, and without the stores that nothing of it has to wait for. */
execution linearise_execution(const axioms *a, const symex_claim *claim, bool only_needed, random_source *random);

#endif
