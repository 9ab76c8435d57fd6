/* Bounds of loops: a thread that would go through a loop more often than its bound says stops there, as if by an
 * assumption that fails, and the machine remembers that there was more (machine_cuts_of).
 *
 * A thread has a list of the loops it is in, outer ones first, each with the iterations that it has completed. They are
 * noticed where it jumps backwards: to the header, which is before the rest of the loop in the code. A loop is left
 * when the thread jumps back to a loop around it, or its function returns. A loop is cut where a test would let it
 * begin an iteration too many, or else at the end of that iteration. */
#ifndef HEDDLE_MACHINE_BOUNDS_H
#define HEDDLE_MACHINE_BOUNDS_H

#include "base/map.h"
#include "base/vec.h"
#include "ir/ir.h"

typedef struct machine_bounds {
    map by_header;      /* pc of the header's first instruction -> iterations, for single loops */
    uint32_t otherwise; /* 0: no bound */
} machine_bounds;

/* A loop that was cut. */
typedef struct machine_cut {
    ir_id pc; /* of the header */
    uint32_t iterations;
} machine_cut;

typedef VEC(machine_cut) machine_cuts;

/* What a thread knows of a loop that it is in. */
typedef struct machine_loop {
    uint32_t frame;
    ir_id header, end; /* its first instruction, and the last jump back, as far as is known */
    uint32_t iterations;
} machine_loop;

typedef VEC(machine_loop) machine_loops;

#endif
