/* The events of a program over memory cells, and which write a read can read from under a memory model.
 *
 * A *cell* is a run of bytes that the program never takes apart: where accesses of different size or place overlap,
 * they are split into smaller accesses, so that any two accesses hit the same cell or have nothing in common. An
 * access with an unknown address is one access that may hit several cells; which one, its address term says.
 *
 * Candidates are pairs (write, read) such that no reason is known, before any search, why the read could not read
 * from the write; the write before everything, which gives a cell its initial value, is IR_NONE. A pair whose
 * accesses may hit different cells carries the condition that they do not. What is pruned is in candidates.c. */
#ifndef HEDDLE_MEMORY_MEMORY_H
#define HEDDLE_MEMORY_MEMORY_H

#include "model/model.h"
#include "symex/symex.h"

typedef struct memory_cell {
    uint64_t address;
    uint8_t size;
    term initial;
    term unset; /* bits of that which are (ir/unset.h), or SYMEX_ALL_SET */
} memory_cell;

typedef struct memory_access {
    uint32_t event;
    bool is_write;
    uint8_t size;
    term guard; /* that of the event, and the address is one of a cell */
    term address, value;
    term unset;                      /* bits of the value, or SYMEX_ALL_SET */
    uint32_t first_cell, cell_count; /* in `may` */
} memory_access;

typedef struct memory_candidate {
    uint32_t write; /* access, or IR_NONE: the initial value */
    term condition; /* both hit the same cell; TERM_TRUE where that is sure */
} memory_candidate;

/* The candidates of the read access `access`. */
typedef struct memory_read {
    uint32_t access;
    uint32_t first, count; /* in `candidates` */
    bool is_static; /* all are before the read, in the order given, latest last: the value is an if-then-else chain */
} memory_read;

typedef struct memory {
    const symex *s;
    VEC(memory_access) accesses; /* in the order of their events */
    uint32_t *first_access;      /* by event; those of event e are first_access[e] .. first_access[e + 1] */
    VEC(memory_cell) cells;
    VEC(uint32_t) may;       /* cells of the accesses */
    VEC(symex_claim) claims; /* accesses outside of every object; messages owned */
    VEC(symex_claim) races;  /* pairs of accesses that may race, if they were looked for (races.h); messages owned */
    bool is_strict;          /* whatever threads tell each other orders them, if they do not race (races.h) */
} memory;

/* Under one model. */
typedef struct memory_candidates {
    VEC(memory_read) reads;
    VEC(memory_candidate) candidates;
    uint64_t rf_before, rf_after; /* pairs before and after pruning */
    uint64_t ws_before,
        ws_after; /* unordered pairs of writes that may hit the same cell; that are not in a known order */
    uint32_t static_reads;
} memory_candidates;

/* NULL with a diagnostic if a limit is hit. Adds terms to the table of `s`. */
memory *memory_new(const symex *s, diag *d);
void memory_free(memory *m);
/* Are all accesses where they belong, and hit cells of their size? O(its size). */
bool memory_is_valid(const memory *m);

/* `prunes` false: every pair that may hit the same cell, for comparison. */
memory_candidates *memory_find_candidates(const memory *m, const model *model, bool prunes);
void memory_candidates_free(memory_candidates *c);
/* Has every read candidates, and are these writes? O(its size). */
bool memory_candidates_are_valid(const memory *m, const memory_candidates *c);

#endif
