/* One concrete execution, as axiomatic models see it: events, and relations between them.
 *
 * A *program* has what does not change from execution to execution as long as the same events happen: kinds, tags,
 * program order, dependencies, pairs of atomic read and write. An *execution* adds which places are accessed, where
 * reads read from and in which order writes overwrite each other.
 *
 * Events that do not happen are not in it: a program with a branch has a `cat_program` for each way. */
#ifndef HEDDLE_CAT_EXECUTION_H
#define HEDDLE_CAT_EXECUTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

/* Kinds of an event, as bits. One that is both read and write is an atomic operation in one. */
enum { CAT_READ = 1, CAT_WRITE = 2, CAT_FENCE = 4 };

#define CAT_NO_THREAD UINT32_MAX
#define CAT_NO_PLACE UINT32_MAX
#define CAT_NO_EVENT UINT32_MAX

typedef struct cat_event {
    uint32_t thread; /* CAT_NO_THREAD just for initial writes */
    uint32_t index;  /* program order: of two events of a thread the one with the smaller index is earlier */
    uint8_t kind;
    uint64_t tags; /* bits of cat/tags.h */
} cat_event;

typedef struct cat_pair {
    uint32_t from, to;
} cat_pair;

typedef VEC(cat_pair) cat_pairs;

/* Invariant: indices of a thread's events differ. Dependencies and pairs of atomics are inside of a thread and go with
 * program order; `ctrl` also leads to fences, and to everything that is behind the branch. The read of an atomic
 * instruction is before its write in program order. */
typedef struct cat_program {
    VEC(cat_event) events;
    cat_pairs addr, data, ctrl;
    cat_pairs amo;  /* read and write of one atomic instruction */
    cat_pairs lxsx; /* a load-exclusive and the store-exclusive that succeeds with it; rmw is amo and lxsx */
} cat_program;

/* All arrays have an element for each event of the program.
 * Invariant: accesses have a place, fences have none. A read has a source: a write of its place, other than itself.
 * Writes of one place have different numbers in `order`; the initial one, if there is one, the smallest. */
typedef struct cat_execution {
    const cat_program *program;
    const uint32_t *places;
    const uint32_t *sources; /* CAT_NO_EVENT for what is no read */
    const uint32_t *order;   /* the coherence order; counts for writes alone */
} cat_execution;

static inline bool cat_event_is_initial(const cat_event *event)
{
    return event->thread == CAT_NO_THREAD;
}

/* Adds an event and returns its number; a new event of a thread is behind all that the program has of it. */
uint32_t cat_program_add(cat_program *program, uint32_t thread, uint8_t kind, uint64_t tags);
void cat_program_clear(cat_program *program);

/* Do the invariants hold? For asserts and tests. */
bool cat_execution_is_valid(const cat_execution *execution);

#endif
