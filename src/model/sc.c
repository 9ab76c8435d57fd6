/* Sequential consistency: one step of one thread after the other. */
#include "model/model.h"

#include <stddef.h>

const model MODEL_SC = {
    .name = "SC",
    .summary = "SC: every store is seen by all threads at once.",
    .keeps = {[MODEL_READ] = {[MODEL_READ] = MODEL_ALWAYS, [MODEL_WRITE] = MODEL_ALWAYS},
              [MODEL_WRITE] = {[MODEL_READ] = MODEL_ALWAYS, [MODEL_WRITE] = MODEL_ALWAYS}},
    .rfi_is_global = true,
    .rfe_is_global = true,
    .fences = 0,
    .buffers = MODEL_NO_BUFFER,
    .forwards = false,
    .includes = (const model *const[]){NULL},
};
