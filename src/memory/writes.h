/* The writes to each cell, thread by thread in program order. */
#ifndef HEDDLE_MEMORY_WRITES_H
#define HEDDLE_MEMORY_WRITES_H

#include "memory/memory.h"

typedef struct thread_writes {
    uint32_t thread;
    VEC(uint32_t) accesses; /* in program order */
    VEC(uint32_t) events;   /* theirs */
} thread_writes;

typedef VEC(thread_writes) cell_writes;

/* By cell; the caller frees with writes_free. */
cell_writes *writes_by_cell(const memory *m);
void writes_free(cell_writes *writes, uint32_t cell_count);

/* By access: is it a write in an atomic block that the same block surely overwrites? Then no read of another block can
 * see it, and its place among other blocks' writes is that of its block. The caller frees the list. */
bool *writes_find_inner(const memory *m, const cell_writes *writes);

#endif
