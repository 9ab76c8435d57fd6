/* Relaxed memory order, of SPARC: even two reads of one place may swap. */
#include "model/model.h"

#include <stddef.h>

const model MODEL_RMO = {
    .name = "RMO",
    .summary =
        "RMO (SPARC): only dependencies and fences keep accesses in order; even two reads of one place may swap.",
    .keeps = {[MODEL_READ] = {[MODEL_READ] = MODEL_NEVER, [MODEL_WRITE] = MODEL_SAME_PLACE},
              [MODEL_WRITE] = {[MODEL_READ] = MODEL_SAME_PLACE, [MODEL_WRITE] = MODEL_SAME_PLACE}},
    .rfi_is_global = true,
    .rfe_is_global = true,
    .fences = MODEL_ALL_PAIRS,
    .buffers = MODEL_NO_MACHINE,
    .forwards = true,
    .has_full_fences = true,
    .cat = "rmo",
    .preserved = MODEL_ADDRESS | MODEL_DATA | MODEL_CONTROL | MODEL_OVERWRITES,
    .includes = (const model *const[]){&MODEL_SC, NULL},
};
