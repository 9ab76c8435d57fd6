/* Alpha: not even a dependency between two reads is kept. */
#include "model/model.h"

#include <stddef.h>

const model MODEL_Alpha = {
    .name = "Alpha",
    .summary = "Alpha: only fences keep accesses to different places in order, not even the address that a read got "
               "from another.",
    .keeps = {[MODEL_READ] = {[MODEL_READ] = MODEL_SAME_PLACE, [MODEL_WRITE] = MODEL_SAME_PLACE},
              [MODEL_WRITE] = {[MODEL_READ] = MODEL_SAME_PLACE, [MODEL_WRITE] = MODEL_SAME_PLACE}},
    .rfi_is_global = true,
    .rfe_is_global = true,
    .fences = MODEL_ALL_PAIRS,
    .buffers = MODEL_NO_MACHINE,
    .forwards = true,
    .has_full_fences = true,
    .cat = "alpha",
    .preserved = MODEL_OVERWRITES,
    .includes = (const model *const[]){&MODEL_SC, NULL},
};
