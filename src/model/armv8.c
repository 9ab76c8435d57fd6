/* ARMv8, of phones, laptops and servers: only dependencies, fences, acquire and release keep accesses in order. */
#include "model/model.h"

#include <stddef.h>

const model MODEL_ARMv8 = {
    .name = "ARMv8",
    .summary = "ARMv8: accesses to different places go in any order but for dependencies, fences, acquire and release; "
               "all threads see stores in one order.",
    .keeps = {[MODEL_READ] = {[MODEL_READ] = MODEL_SAME_PLACE, [MODEL_WRITE] = MODEL_SAME_PLACE},
              [MODEL_WRITE] = {[MODEL_READ] = MODEL_SAME_PLACE, [MODEL_WRITE] = MODEL_SAME_PLACE}},
    .rfi_is_global = true,
    .rfe_is_global = true,
    .fences = MODEL_ALL_PAIRS,
    .buffers = MODEL_NO_MACHINE,
    .forwards = true,
    .has_full_fences = true,
    .cat = "armv8",
    .preserved = MODEL_ADDRESS | MODEL_DATA | MODEL_CONTROL | MODEL_ADDRESS_BEHIND | MODEL_FORWARDED | MODEL_UPDATE |
                 MODEL_ACQUIRE | MODEL_RELEASE | MODEL_RELEASE_ACQUIRE,
    .includes = (const model *const[]){&MODEL_SC, NULL},
};
