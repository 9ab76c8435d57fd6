/* RISC-V's weak memory order (RVWMO). */
#include "model/model.h"

#include <stddef.h>

const model MODEL_RISCV = {
    .name = "RISCV",
    .summary = "RISC-V: accesses to different places go in any order but for dependencies, fences, acquire and "
               "release; all threads see stores in one order.",
    .keeps = {[MODEL_READ] = {[MODEL_READ] = MODEL_SAME_PLACE, [MODEL_WRITE] = MODEL_SAME_PLACE},
              [MODEL_WRITE] = {[MODEL_READ] = MODEL_SAME_PLACE, [MODEL_WRITE] = MODEL_SAME_PLACE}},
    .rfi_is_global = true,
    .rfe_is_global = true,
    .fences = MODEL_ALL_PAIRS,
    .buffers = MODEL_NO_MACHINE,
    .forwards = true,
    .has_full_fences = true,
    .cat = "riscv",
    .includes = (const model *const[]){&MODEL_SC, NULL},
};
