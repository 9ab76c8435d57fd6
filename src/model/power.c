/* Power, of IBM: as ARMv8, and stores reach other threads one by one. */
#include "model/model.h"

#include <stddef.h>

const model MODEL_Power = {
    .name = "Power",
    .summary = "Power: accesses to different places go in any order but for dependencies and fences; stores reach "
               "threads one by one.",
    .keeps = {[MODEL_READ] = {[MODEL_READ] = MODEL_SAME_PLACE, [MODEL_WRITE] = MODEL_SAME_PLACE},
              [MODEL_WRITE] = {[MODEL_READ] = MODEL_SAME_PLACE, [MODEL_WRITE] = MODEL_SAME_PLACE}},
    .rfi_is_global = true,
    .rfe_is_global = true,
    .fences = MODEL_ALL_PAIRS,
    .buffers = MODEL_NO_MACHINE,
    .forwards = true,
    .has_full_fences = true,
    .cat = "power",
    .includes = (const model *const[]){&MODEL_SC, NULL},
};
