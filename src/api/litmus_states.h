/* The final states of a litmus test, by whatever way the model has: for models with a machine, a search through all its
 * states. A model without one brings its own function (litmus_states.c has the choice). */
#ifndef HEDDLE_API_LITMUS_STATES_H
#define HEDDLE_API_LITMUS_STATES_H

#include "api/budget.h"
#include "litmus/litmus.h"
#include "model/model.h"

typedef struct litmus_states_options {
    uint64_t max_states;
    uint32_t buffer_bound;
    heddle_budget *budget;
} litmus_states_options;

/* Rows of litmus_observed_count values, ascending, each once; only those that count (`filter`). */
typedef struct litmus_states {
    VEC(uint64_t) values;
    uint32_t count;
} litmus_states;

/* False with a diagnostic if not all are known: STATUS_LIMIT, STATUS_UNSUPPORTED. The program is that of the test,
 * without its question. */
bool litmus_states_list(const litmus_test *test, const ir_program *program, const model *model,
                        const litmus_states_options *options, litmus_states *states, diag *d);
void litmus_states_clear(litmus_states *states);

#endif
