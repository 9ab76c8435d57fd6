/* Is a proof of consistency.h one? Every fact is looked at by itself, with the history and the model alone. */
#ifndef HEDDLE_TESTS_PROOF_CHECK_H
#define HEDDLE_TESTS_PROOF_CHECK_H

#include "consistency/consistency.h"

bool proof_check(const consistency_proof *proof, const history *h, const model *m);

#endif
