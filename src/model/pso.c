/* Partial store order, of SPARC: stores to different places overtake each other as well. */
#include "model/model.h"

#include <stddef.h>

const model MODEL_PSO = {
    .name = "PSO",
    .summary = "PSO (SPARC): the stores of a thread wait in one queue for each place, so that stores may overtake each "
               "other too.",
    .keeps = {[MODEL_READ] = {[MODEL_READ] = MODEL_ALWAYS, [MODEL_WRITE] = MODEL_ALWAYS},
              [MODEL_WRITE] = {[MODEL_READ] = MODEL_NEVER, [MODEL_WRITE] = MODEL_SAME_PLACE}},
    .rfi_is_global = false,
    .rfe_is_global = true,
    .fences = MODEL_WR | MODEL_WW,
    .buffers = MODEL_BUFFER_PER_PLACE,
    .forwards = true,
    .includes = (const model *const[]){&MODEL_TSO, NULL},
};
