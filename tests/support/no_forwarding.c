#include "support/no_forwarding.h"

#include <stddef.h>

const model MODEL_NO_FORWARDING = {
    .name = "no-forwarding",
    .summary = "The stores of a thread wait in one queue, in which the thread cannot read them.",
    .keeps = {[MODEL_READ] = {[MODEL_READ] = MODEL_ALWAYS, [MODEL_WRITE] = MODEL_ALWAYS},
              [MODEL_WRITE] = {[MODEL_READ] = MODEL_SAME_PLACE, [MODEL_WRITE] = MODEL_ALWAYS}},
    .rfi_is_global = true,
    .rfe_is_global = true,
    .fences = MODEL_WR,
    .buffers = MODEL_ONE_BUFFER,
    .forwards = false,
    .includes = (const model *const[]){&MODEL_SC, NULL},
};
