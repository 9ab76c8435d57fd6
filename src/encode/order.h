/* How an encoding decides which choices of "reads from" and "is overwritten by" fit into one order of events: a table
 * of functions, so that guards and values are encoded the same way whether a theory in the solver watches the order,
 * clocks in the clauses do, or a refinement that looks at whole models.
 *
 * The encoding describes the order once, in this sequence: begin; all nodes; edges; then writes and reads, in any
 * sequence, with the rf and ws between them (both ends first); finish. Numbers of nodes, writes and reads are given out
 * from 0 on, each kind for itself. What the relations mean is said in ord/ord.h, and an implementation accepts a model
 * of the clauses exactly if conditions (1) to (3) there hold in it. If a read has several sources in the model, it may
 * also take the last one, in the order of their making, and leave out the others, instead of holding it to (3).
 *
 * While the order is described, an implementation may make variables and add clauses, with the functions of
 * solver/solver.h and no others; after `finish` it may add what it wants to the solver it has chosen. */
#ifndef HEDDLE_ENCODE_ORDER_H
#define HEDDLE_ENCODE_ORDER_H

#include "base/counters.h"
#include "solver/solver.h"

#define ENCODE_NONE UINT32_MAX

struct encoding;

/* A write and a read that reads from it if the literal is true, or a write and another one that overwrites it. */
typedef void encode_relation(void *context, bool is_rf, uint32_t write, uint32_t other, int literal);

typedef struct encode_order {
    void *self;

    /* First of all: a literal that is always true. What holds whenever that does needs no reason. */
    void (*begin)(void *self, int always);
    uint32_t (*add_node)(void *self);
    /* An edge that is always there, and one that is there if the literal is true. */
    void (*add_edge)(void *self, uint32_t from, uint32_t to);
    void (*add_edge_if)(void *self, uint32_t from, uint32_t to, int literal);

    /* Positions order the accesses of a thread. A write at ENCODE_NONE is before everything, and gives a place its
     * initial value. `guard` is true if the access is executed. */
    uint32_t (*add_write)(void *self, uint32_t node, uint32_t thread, uint32_t position, int guard);
    uint32_t (*add_read)(void *self, uint32_t node, uint32_t thread, uint32_t position, int guard);

    /* If the literal is true, the read takes its value from the write. is_global: the write is then before the read. */
    void (*add_rf)(void *self, uint32_t write, uint32_t read, int literal, bool is_global);
    /* If the literal is true, `other` overwrites what `write` wrote: their order is known, only whether both are there
     * is not. has_edge: that the one is before the other does not follow from other edges. */
    void (*add_ws)(void *self, uint32_t write, uint32_t other, int literal, bool has_edge);
    /* One of the two overwrites the other if all conditions (literals, at most ENCODE_CONDITIONS) are true. */
    void (*add_pair)(void *self, uint32_t write, uint32_t other, const int *conditions, uint32_t count);

    /* All is said: the encoding that said it, for those who want to look at it, or to say more in its words. */
    void (*finish)(void *self, struct encoding *e);

    /* NULL if the solver finds only models that the order accepts. Otherwise the order is asked about each model: it
     * accepts it, or adds clauses that exclude it and no execution. */
    bool (*accept)(void *self);
    /* NULL if all its work is the solver's. If the function (unless it is NULL) returns true, accept does neither, and
     * returns false as soon as it can. */
    void (*set_terminate)(void *self, void *state, bool (*terminate)(void *state));

    /* After a model was found and accepted: calls the function for edges that, together, order the nodes as far as
     * the model does; they have no cycle. */
    void (*each_edge)(const void *self, void *context, void (*edge)(void *context, uint32_t from, uint32_t to));

    /* After `finish`: calls the function for each rf and ws that has a literal. NULL if the order has none of its own
     * for pairs: then the model must not be one that is known by axioms. */
    void (*each_relation)(const void *self, void *context, encode_relation *relation);

    void (*count)(const void *self, counters *list);
    void (*destroy)(void *self);
} encode_order;

enum { ENCODE_CONDITIONS = 3 };

#endif
