/* The points of a history, and a partial order on them that grows. Inside the module.
 *
 * Points lie on *chains*, on which they are totally ordered: a thread's own points are one; what leaves its buffer is
 * one more where there is one buffer, and one for each place where there is a buffer per place. The order is kept as
 * clocks: clock(p)[c] is how many points of chain c are p or before p. Since what is before a point of a chain is
 * before all that follow there, that says it all, and "is p before q?" takes one look.
 *
 * Invariant: the clocks are transitively closed after every call. */
#ifndef HEDDLE_CONSISTENCY_ORDER_H
#define HEDDLE_CONSISTENCY_ORDER_H

#include "consistency/consistency.h"

typedef struct order_point {
    uint32_t step;
    uint32_t chain, position; /* it is number `position` of its chain */
    uint32_t first_edge;      /* to later points on other chains; HISTORY_NONE: none */
    uint32_t next;            /* on the chain; HISTORY_NONE: it is the last one */
} order_point;

typedef struct order_edge {
    uint32_t to, next;
    uint8_t reason; /* consistency_reason */
} order_edge;

/* The points of one chain that write a cell: writers[first .. first + count), in their order. */
typedef struct order_run {
    uint32_t chain, first, count;
} order_run;

/* What order_build remembers while it goes through the steps. */
typedef struct order_build_state {
    VEC(uint32_t) last;         /* by thread: its last point that is not to memory */
    VEC(uint32_t) marker;       /* by thread: its last store fence */
    VEC(uint32_t) waiting;      /* by thread: the first of those points to memory that a fence has to wait for */
    VEC(uint32_t) waiting_next; /* by point */
    VEC(uint32_t) newest;       /* threads x cells: the step that wrote there last */
    VEC(uint32_t) chain_of;     /* threads x cells: the chain of what leaves that buffer */
    VEC(uint32_t) chain_last;   /* by chain: its last point */
    VEC(uint32_t) degrees;      /* by point: how many are known to be right before it and have no clock yet */
    VEC(uint64_t) sorted;       /* writers by chain */
    VEC(uint32_t) counts;
} order_build_state;

typedef struct order {
    uint32_t chain_count;
    VEC(order_point) points;
    VEC(order_edge) edges;
    VEC(uint32_t) clocks; /* points x chains */
    VEC(uint32_t) point_of_step;
    VEC(uint32_t) first_of_chain;
    /* Who writes a cell: runs[first_run[cell] .. first_run[cell + 1]). */
    VEC(uint32_t) first_run;
    VEC(order_run) runs;
    VEC(uint32_t) writers;
    VEC(uint32_t) own; /* by read of the history: the last write before it of its thread to its cell; HISTORY_NONE */
    VEC(uint32_t) agenda;
    uint64_t work; /* so far, in units of base/budget.h */
    order_build_state build;
    /* After something has failed: "from before to" would make a cycle. If both are HISTORY_NONE, program order and
     * reads-from have one already. */
    uint32_t broken_from, broken_to;
    uint8_t broken_reason;
} order;

void order_release(order *o);
/* The points of the history, in the order that the program, the model and "reads from" demand (closure's first rule).
 * False if that has a cycle, or a thread does not read what it has written itself. */
bool order_build(order *o, const history *h, const model *m);
/* p comes before q. False if q comes before p; then a cycle is noted. O(points * chains) at worst. */
bool order_add(order *o, uint32_t p, uint32_t q, consistency_reason reason);
/* After one of the two has failed: the cycle (cycle.c). If a thread does not read what it has written itself, it is the
 * write and the read. O(points * edges). */
void order_cycle(const order *o, const history *h, const model *m, consistency_steps *cycle);

static inline const uint32_t *order_clock(const order *o, uint32_t p)
{
    return o->clocks.data + (size_t)p * o->chain_count;
}

/* Is p before q, or q itself? */
static inline bool order_is_before(const order *o, uint32_t p, uint32_t q)
{
    return order_clock(o, q)[o->points.data[p].chain] > o->points.data[p].position;
}

/* Is this point where a write leaves a store buffer? */
static inline bool order_is_to_memory(const history *h, const model *m, const order *o, uint32_t p)
{
    return model_is_buffered(m) && h->steps.data[o->points.data[p].step].kind == HISTORY_WRITE;
}

#endif
