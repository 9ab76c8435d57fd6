/* One execution of a program, as an engine found it: the events that take effect, in an order in which they can.
 *
 * A read takes effect when it reads, a store when it reaches memory (where stores are buffered, that may be long after
 * its thread has gone on), any other event when its thread comes to it. The order agrees with the memory model: reads
 * of a place that is not in its own thread's store buffer give what the last store to it before them wrote. The list is
 * closed under program order: with an event, everything that its thread does before it is in the list as well, except
 * that a store may be missing (it never reaches memory) if nothing that is in the list has to wait for it.
 *
 * Under a model that is known by axioms there is no such order. There the list is in some order that agrees with
 * program order and with the starting and ending of threads; what reads read and which write is the last one is said by
 * values and ranks. */
#ifndef HEDDLE_ENCODE_EXECUTION_H
#define HEDDLE_ENCODE_EXECUTION_H

#include "encode/axiom_execution.h"
#include "machine/known.h"
#include "symex/symex.h"

typedef struct execution_step {
    uint32_t event;   /* of the symex */
    uint64_t address; /* of an access: where; symex numbers of objects, which may differ from the machine's */
    term_value value; /* of an access: what was read or written */
    uint32_t rank;    /* of a write, under a model that is known by axioms: its number among the writes of its place */
} execution_step;

/* The value of one nondeterministic choice of the symex; in the order of its choices, executed ones only. */
typedef struct execution_input {
    uint32_t choice;
    uint32_t instance; /* of what a local variable holds: how many its site had made in its thread before */
    term_value value;
} execution_input;

typedef struct execution {
    const symex *s;
    const model *model;
    VEC(execution_step) steps;
    VEC(execution_input) inputs;
    VEC(uint64_t) objects;    /* numbers of those that are made; of one thread in the order in which it makes them */
    const symex_claim *claim; /* what is violated at the end */
    axiom_execution axioms;   /* under a model that is known by axioms: all of it, also what comes later */
} execution;

void execution_clear(execution *e);

/* The violation that the claim is about. */
machine_known execution_violation(const symex *s, const symex_claim *claim);

/* What execution_input.instance is for the place of a choice; `holds` says what is true in the execution. */
uint32_t execution_instance(const symex *s, uint64_t place, bool (*holds)(const void *context, term truth),
                            const void *context);

#endif
