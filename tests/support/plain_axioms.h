/* What a model that is known by axioms says about a program, by trying everything: the clauses say nothing of order but
 * that the writes of a place have one, and every model of them is held against the axioms by the plain evaluation
 * (cat/plain.h). One that is not allowed is excluded as it is, and no other with it. So neither the ordering theory's
 * graphs nor reasons have a part in the answer; the encoding of values has. */
#ifndef HEDDLE_TESTS_PLAIN_AXIOMS_H
#define HEDDLE_TESTS_PLAIN_AXIOMS_H

#include <stdint.h>

#include "ir/ir.h"
#include "model/model.h"

/* 1: an execution violates a property, 0: none does, -1: more than `limit` executions were tried, or loops were cut. */
int plain_axioms_find_violation(const ir_program *program, const model *model, uint64_t limit);

#endif
