/* C11 itself, repaired (RC11): what all compilers and machines together may do, but for values out of thin air. */
#include "model/model.h"

#include <stddef.h>

const model MODEL_RC11 = {
    .name = "RC11",
    .summary = "RC11 (the model of C11): what compilers and machines may do with the orders that the program asks for.",
    .keeps = {[MODEL_READ] = {[MODEL_READ] = MODEL_SAME_PLACE, [MODEL_WRITE] = MODEL_SAME_PLACE},
              [MODEL_WRITE] = {[MODEL_READ] = MODEL_SAME_PLACE, [MODEL_WRITE] = MODEL_SAME_PLACE}},
    .rfi_is_global = true,
    .rfe_is_global = true,
    .fences = MODEL_ALL_PAIRS,
    .buffers = MODEL_NO_MACHINE,
    .forwards = true,
    .has_full_fences = true,
    .cat = "rc11",
    .includes = (const model *const[]){&MODEL_SC, NULL},
};
