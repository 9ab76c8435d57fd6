/* The events of an unrolled program as axiomatic models see them (cat/execution.h), before it is known which of them
 * happen.
 *
 * Every access to a cell is an event, by the number that memory.h gives it, and so is every fence. What C11 orders and
 * the thread library ask for is there as tags and as further fences (encode/mapping.h). That a thread is started is a
 * write of its parent to a hidden place, from which the thread's first event reads; that it has ended, a write from
 * which the join reads; full fences stand around them, as around atomic blocks, which are all operations on locks.
 *
 * Dependencies are those that symbolic execution has recorded, under conditions where paths meet. Whether an object is
 * alive is looked at together with the access (symex.h), so the check has the dependencies of its access.
 *
 * Invariant: events of a thread are in program order, and so are the threads' numbers; a dependency leads from a read
 * to a later event of its thread. */
#ifndef HEDDLE_ENCODE_AXIOM_EVENTS_H
#define HEDDLE_ENCODE_AXIOM_EVENTS_H

#include "cat/execution.h"
#include "encode/mapping.h"
#include "memory/memory.h"

typedef struct axiom_event {
    uint32_t thread;
    uint8_t kind; /* CAT_READ, CAT_WRITE or CAT_FENCE */
    uint64_t tags;
    term guard;
    uint32_t access; /* of memory.h; IR_NONE: a fence, or hidden */
    uint32_t hidden; /* twice the thread that is started or, plus 1, has ended; IR_NONE: none */
} axiom_event;

typedef enum axiom_dependency_kind { AXIOM_ADDR, AXIOM_DATA, AXIOM_CTRL } axiom_dependency_kind;

typedef struct axiom_dependency {
    uint8_t kind; /* axiom_dependency_kind */
    uint32_t from, to;
    term condition; /* beside that both happen */
} axiom_dependency;

/* The read and the write of an atomic instruction, which may access the same cell. */
typedef struct axiom_update {
    uint32_t read, write;
} axiom_update;

typedef struct axiom_events {
    VEC(axiom_event) list;
    VEC(axiom_dependency) dependencies;
    VEC(axiom_update) updates;
    uint32_t *of_access; /* event of each access */
} axiom_events;

/* O(events + dependencies). */
void axiom_events_init(axiom_events *a, const memory *m, cat_architecture architecture);
void axiom_events_clear(axiom_events *a);

#endif
