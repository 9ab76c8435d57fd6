/* A model that the user brings, in the language cat: a row to be filled in with the file and its name. What is said
 * here holds of every such model, because Heddle says so (docs/weak-models.md): places are coherent, though two reads
 * of one place may swap, atomic instructions are atomic, and the operations of the thread library are full fences. */
#include "model/model.h"

#include <stddef.h>

const model MODEL_Cat = {
    .name = "Cat",
    .summary = "A model of your own, by its axioms.",
    .keeps = {[MODEL_READ] = {[MODEL_READ] = MODEL_NEVER, [MODEL_WRITE] = MODEL_SAME_PLACE},
              [MODEL_WRITE] = {[MODEL_READ] = MODEL_SAME_PLACE, [MODEL_WRITE] = MODEL_SAME_PLACE}},
    .rfi_is_global = true,
    .rfe_is_global = true,
    .fences = MODEL_ALL_PAIRS,
    .buffers = MODEL_NO_MACHINE,
    .forwards = true,
    .cat = "",
    .includes = (const model *const[]){NULL},
};
