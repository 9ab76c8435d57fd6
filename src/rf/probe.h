/* What would a thread do next, if memory had other values? Its step is taken in a copy of the state before it. */
#ifndef HEDDLE_RF_PROBE_H
#define HEDDLE_RF_PROBE_H

#include "rf/run.h"

typedef struct rf_probe_result {
    const rf_node *node; /* in the run's `probe`, up to the next probe; NULL: it would not happen */
    machine_end end;
} rf_probe_result;

/* Cells that are not given have the value that they have in the state. Into *after, unless it is NULL: what it knows
 * then (machine_thread_hash). */
rf_probe_result rf_probe_step(rf_run *r, const machine_state *before, uint32_t thread, const rf_reads *given,
                              hash128 *after);

#endif
