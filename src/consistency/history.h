/* What threads did, and which write each read read from: can it have happened?
 *
 * A history has the steps of each thread in program order. A step is a read or a write of one place, a fence, or a
 * block: reads and writes that happen at once, with the effect of a full fence. It says of every read which step wrote
 * what it read, but nothing about the order of steps of different threads: that is what consistency.h looks for.
 *
 * Memory is cut into cells, numbered from 0. A step that touches several cells touches them at once. Every cell has an
 * initial write, which is before all steps.
 *
 * Steps are numbered in the order in which they are added. Only the order inside of a thread means something, but a
 * search for an order begins with the one in which steps were added. */
#ifndef HEDDLE_CONSISTENCY_HISTORY_H
#define HEDDLE_CONSISTENCY_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

enum {
    HISTORY_INITIAL = UINT32_MAX, /* as a source: nobody has written the cell */
    HISTORY_NONE = UINT32_MAX,    /* no step */
};

typedef enum history_kind {
    HISTORY_READ,
    HISTORY_WRITE, /* where there are store buffers, it waits in one */
    HISTORY_BLOCK, /* a full fence, too: a read-modify-write, an operation on a lock, the creation of a thread, ... */
    HISTORY_FENCE,
    HISTORY_STORE_FENCE, /* later stores stay behind earlier ones */
} history_kind;

typedef struct history_read {
    uint32_t cell;
    uint32_t source; /* the step whose write it reads; HISTORY_INITIAL */
} history_read;

typedef struct history_step {
    uint32_t thread;
    uint8_t kind; /* history_kind */
    uint32_t first_read, read_count;
    uint32_t first_write, write_count;
} history_step;

/* What the first step's write does to memory comes before what the second one's does. */
typedef struct history_edge {
    uint32_t before, after;
} history_edge;

typedef struct history {
    uint32_t cell_count;
    VEC(uint32_t) starts; /* by thread: the block that creates it, HISTORY_NONE: it is there from the beginning */
    VEC(history_step) steps;
    VEC(history_read) reads;
    VEC(uint32_t) writes;    /* cells */
    VEC(history_edge) edges; /* between writes of the same thread, in program order, that the model would not keep */
} history;

void history_clear(history *h);
/* Makes it empty, but keeps the storage. */
void history_reset(history *h);

void history_add_thread(history *h, uint32_t start);
/* A step of the thread, without reads and writes; what is added next belongs to it. Returns its number. */
uint32_t history_add_step(history *h, uint32_t thread, history_kind kind);
/* For the step that was added last. A block's reads are of what was there before the block. */
void history_add_read(history *h, uint32_t cell, uint32_t source);
void history_add_write(history *h, uint32_t cell);

bool history_writes(const history *h, uint32_t step, uint32_t cell);

/* Does it make sense? Each step has what its kind has, and writes no cell twice; sources are steps; threads are created
 * by blocks; edges are between writes as they should be. (A source need not write what is read from it: then there is
 * no execution.) */
bool history_is_valid(const history *h);

#endif
