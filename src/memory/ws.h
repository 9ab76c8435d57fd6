/* Which writes may overwrite which, as far as it matters to some read whose value is not known beforehand.
 *
 * An entry (w, w2) says: w2 overwrites w if both are executed and hit the same cell (`condition`) and
 *   - is_known: always then. Such entries stop at the first w2 of a thread that is executed whenever w is and surely
 *     hits the same cell: what comes after that in its thread is after it anyway;
 *   - otherwise: or w overwrites w2. Such a pair is listed once.
 *
 * `initial` entries are known ones of the write before everything, which gives cells their initial values: for a cell,
 * or for a single read whose cell is not known. */
#ifndef HEDDLE_MEMORY_WS_H
#define HEDDLE_MEMORY_WS_H

#include "memory/memory.h"

typedef struct memory_ws_pair {
    uint32_t write, other; /* accesses */
    term condition;        /* both hit the same cell */
    bool is_known;
    bool needs_edge; /* of a known pair: nothing else in the graph says so */
} memory_ws_pair;

typedef struct memory_initial {
    uint32_t cell;         /* or IR_NONE */
    uint32_t read;         /* access, if there is no one cell */
    uint32_t first, count; /* in `overwrites` */
} memory_initial;

/* The write `other` hits the cell if `condition`, beside being executed. */
typedef struct memory_overwrite {
    uint32_t other;
    term condition;
} memory_overwrite;

typedef struct memory_ws {
    VEC(memory_ws_pair) pairs;
    VEC(memory_initial) initials;
    VEC(memory_overwrite) overwrites;
} memory_ws;

memory_ws *memory_find_ws(const memory *m, const memory_candidates *c, const model *model);
void memory_ws_free(memory_ws *ws);
/* Are all of them writes, and those of one thread in program order? O(its size). */
bool memory_ws_is_valid(const memory *m, const memory_ws *ws);

#endif
