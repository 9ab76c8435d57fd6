/* A model that no user can ask for, to show that a model is its columns: stores wait in one queue, and a thread cannot
 * read its own there. A load waits until its thread's stores to the place are in memory. So W -> R to the same place is
 * kept, and rfi is part of the global order. */
#ifndef HEDDLE_TESTS_NO_FORWARDING_H
#define HEDDLE_TESTS_NO_FORWARDING_H

#include "model/model.h"

extern const model MODEL_NO_FORWARDING;

/* All models of the table, and then this one. */
enum { TESTED_COUNT = MODEL_MACHINE_COUNT + 1 };

static inline const model *tested_model(int index)
{
    return index < MODEL_MACHINE_COUNT ? MODELS[index] : &MODEL_NO_FORWARDING;
}

#endif
