/* The final states of a small program under a model that is known by axioms: what is in memory when all threads have
 * ended, for every execution that the model allows. Executions are listed one by one, so their number is the limit. */
#ifndef HEDDLE_ENGINE_FINAL_STATES_H
#define HEDDLE_ENGINE_FINAL_STATES_H

#include "engine/check.h"

typedef struct final_place {
    uint64_t address;
    uint8_t size;
} final_place;

/* Calls the function with the values of the places, of each execution; states may come several times. False with a
 * diagnostic if not all are known. */
bool final_states_list(const ir_program *program, const model *model, budget *budget, const final_place *places,
                       uint32_t count, void *context, void (*state)(void *context, const uint64_t *values), diag *d);

#endif
