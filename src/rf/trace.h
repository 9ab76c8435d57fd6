/* One execution, as far as it matters for which class it is in: the nodes of each thread, and what they read from
 * where.
 *
 * A *node* is what a thread does at once: an access, a fence, an atomic block with all that it reads and writes, the
 * creation or the end of a thread. An operation on a lock is one node. A thread's n-th node has the same name (its
 * thread and n) in all executions, and does the same thing wherever the thread's nodes before it read from the same
 * nodes, and it does as well.
 *
 * What belongs to nobody's class:
 *   - what main does before it creates the first thread: it is the beginning of all executions;
 *   - a write of what was there already, in a node that has just read it there: a failed compare-and-swap, the
 *     exchange of a 1 for a 1. Nobody can tell, so whoever reads it afterwards reads from the write before it.
 *
 * A trace listens to a machine whose option is_traced is set; whoever makes the choices says when one begins and ends.
 */
#ifndef HEDDLE_RF_TRACE_H
#define HEDDLE_RF_TRACE_H

#include "consistency/history.h"
#include "machine/machine.h"
#include "rf/places.h"

typedef uint32_t rf_id; /* thread and number: a node's name */

enum {
    RF_NUMBER_BITS = 24,
    RF_MAX_NUMBER = (1 << RF_NUMBER_BITS) - 1,
    RF_NONE = UINT32_MAX, /* no node; as a source: nobody has written it */
};

static inline rf_id rf_make_id(uint32_t thread, uint32_t number)
{
    return thread << RF_NUMBER_BITS | number;
}

static inline uint32_t rf_thread_of(rf_id id)
{
    return id >> RF_NUMBER_BITS;
}

static inline uint32_t rf_number_of(rf_id id)
{
    return id & RF_MAX_NUMBER;
}

typedef struct rf_read {
    uint32_t cell;
    rf_id source; /* RF_NONE: nobody */
    uint64_t value;
} rf_read;

typedef struct rf_write {
    uint32_t cell;
    uint64_t value;
} rf_write;

typedef VEC(rf_read) rf_reads;

typedef struct rf_node {
    rf_id id;
    uint8_t kind;     /* history_kind */
    bool is_input;    /* no event: a value that nobody knows was chosen, `input` */
    uint32_t awaited; /* the cell that it waits for to have a value that it likes; RF_NONE */
    bool is_fixed;    /* a creation, a join or an end: it can happen in one way only */
    bool is_kill;     /* the end of an object, in the store buffer */
    ir_id pc, user_pc;
    uint32_t first_read, read_count;
    uint32_t first_write, write_count;
    uint64_t address; /* of a write in the store buffer, as the machine has it */
    uint8_t size;
    uint64_t input;
    machine_state *before; /* the state in which it is about to happen, for blocks; else NULL */
    hash128 known;         /* to its thread then (machine_thread_hash); only with `before` */
} rf_node;

typedef struct rf_thread {
    VEC(uint32_t) nodes;   /* in program order: indices into trace.nodes */
    VEC(uint32_t) waiting; /* in its store buffer, oldest first: the same */
    rf_id start;           /* its creation; RF_NONE */
} rf_thread;

typedef struct rf_trace {
    places *places;
    const machine *m;
    const model *model;
    VEC(rf_node) nodes; /* in the order in which they happened in their threads */
    VEC(rf_read) reads;
    VEC(rf_write) writes;
    uint32_t width;       /* of a clock: more threads than there are */
    VEC(uint32_t) clocks; /* nodes x width: how many nodes of each thread are the node or cause it */
    VEC(rf_thread) threads;
    VEC(uint32_t) memory;  /* by cell: the node whose write is there, an index; RF_NONE */
    VEC(uint32_t) first;   /* by cell: the first one whose write was there */
    uint32_t open;         /* the node that what is told next belongs to; RF_NONE */
    bool open_is_end;      /* so far that node is the end of objects, and nothing else */
    bool is_listening;     /* a thread was created, or a value was chosen */
    machine_state *before; /* for the next block */
    hash128 known;         /* the same */
    const char *problem;   /* that makes the trace useless; NULL: none */
} rf_trace;

void rf_trace_init(rf_trace *t, places *places, const machine *m, uint32_t width);
void rf_trace_clear(rf_trace *t);
/* Makes it what another one is, which has no states. */
void rf_trace_copy(rf_trace *t, const rf_trace *from);

/* For machine_options.on_event. */
void rf_trace_listen(rf_trace *t, const machine_state *state, const machine_event *event);
/* A choice is about to be made; the state, if not NULL, is kept for a block that it begins with, and so is what is
 * known to the thread. */
void rf_trace_begin_choice(rf_trace *t, machine_state *before, hash128 known);
void rf_trace_end_choice(rf_trace *t);
/* There are so many threads, even if some have done nothing. */
void rf_trace_note_threads(rf_trace *t, uint32_t count);

static inline const rf_node *rf_trace_node_of(const rf_trace *t, rf_id id)
{
    return &t->nodes.data[t->threads.data[rf_thread_of(id)].nodes.data[rf_number_of(id)]];
}

static inline uint32_t rf_trace_length(const rf_trace *t, uint32_t thread)
{
    return thread < t->threads.size ? t->threads.data[thread].nodes.size : 0;
}

static inline const uint32_t *rf_trace_clock(const rf_trace *t, const rf_node *node)
{
    return t->clocks.data + (size_t)(node - t->nodes.data) * t->width;
}

/* The write to the cell; NULL: it writes none. */
const rf_write *rf_trace_find_write(const rf_trace *t, const rf_node *node, uint32_t cell);
const rf_read *rf_trace_find_read(const rf_trace *t, const rf_node *node, uint32_t cell);

#endif
