/* All that a node could read, one way after the other: for each cell, whatever the last execution has written there and
 * is not hidden from the node. Inside the module. */
#ifndef HEDDLE_RF_VARIATION_H
#define HEDDLE_RF_VARIATION_H

#include "rf/state.h"

typedef struct variation {
    explore *x;
    rf_id id;
    const rf_node *node;         /* as it was; NULL: it has not happened */
    const machine_state *before; /* NULL: what it reads does not depend on what it has read */
    const rf_variant *partner;   /* is changed as well, so what it writes is what it would write; NULL */
    rf_reads given;
    rf_variant variant;
    void (*use)(struct variation *v); /* for each */
    /* For `use`. */
    rf_decision *decision;
    const rf_node *other;
    bool is_new;
    uint32_t cell;
    bool is_mixed;
    bool has_happened; /* with what was given */
} variation;

/* Of the node, which may be NULL; `id` is what it is called. */
variation variation_new(explore *x, rf_decision *d, rf_id id, const rf_node *node, const machine_state *before);
/* All ways, beyond what is given. */
void variation_run(variation *v);
/* The same, if the cell is read from there. */
void variation_run_with(variation *v, uint32_t cell, rf_id source, uint64_t value);
/* The same for all that the cell could be read from. */
void variation_run_cell(variation *v, uint32_t cell);
void variation_clear(variation *v);

/* NULL: it writes none. */
const rf_write *variation_find_write(const rf_variant *v, uint32_t cell);
/* The clock of what is before the node in its thread; NULL if nothing is. */
const uint32_t *variation_clock_above(const rf_trace *t, rf_id id);

static inline bool variation_is_before(const uint32_t *clock, rf_id id)
{
    return clock && clock[rf_thread_of(id)] > rf_number_of(id);
}

#endif
