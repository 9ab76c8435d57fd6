/* Which registers still matter at an instruction: a register is live at pc if some path from pc reads it before
 * writing it. Computed per function on first use by the usual backward data flow, and remembered per pc. Searching
 * states clears the others, so that states that differ only in forgotten values are one. */
#ifndef HEDDLE_MACHINE_LIVENESS_H
#define HEDDLE_MACHINE_LIVENESS_H

#include "base/map.h"
#include "ir/ir.h"

typedef struct liveness {
    const ir_program *program;
    VEC(uint64_t *) block_live_in; /* by block: bit set over the function's slots; NULL until computed */
    VEC(uint64_t *) sets;          /* the remembered bit sets */
    map by_pc;                     /* pc * 2 + after -> index into sets */
} liveness;

void liveness_init(liveness *live, const ir_program *program);
void liveness_clear(liveness *live);
/* The bit set of slots live just before instruction pc, or (after = true) just after it. */
const uint64_t *liveness_at(liveness *live, ir_id function, ir_id pc, bool after);

#endif
