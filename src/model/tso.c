/* Total store order, of x86 and SPARC: loads overtake earlier stores of their thread. A thread sees its own stores
 * early, so that not even W -> R to the same place is in the global order (docs/ground-truth.md, trap 1). */
#include "model/model.h"

#include <stddef.h>

const model MODEL_TSO = {
    .name = "TSO",
    .summary = "TSO (x86, SPARC): the stores of a thread wait in one queue, which its later loads may overtake.",
    .keeps = {[MODEL_READ] = {[MODEL_READ] = MODEL_ALWAYS, [MODEL_WRITE] = MODEL_ALWAYS},
              [MODEL_WRITE] = {[MODEL_READ] = MODEL_NEVER, [MODEL_WRITE] = MODEL_ALWAYS}},
    .rfi_is_global = false,
    .rfe_is_global = true,
    .fences = MODEL_WR,
    .buffers = MODEL_ONE_BUFFER,
    .forwards = true,
    .includes = (const model *const[]){&MODEL_SC, NULL},
};
