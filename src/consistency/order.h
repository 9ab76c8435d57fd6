/* The points of a history, and a partial order on them that grows. Inside the module.
 *
 * Points lie on *chains*, on which they are totally ordered: a thread's own points are one; what leaves its buffer is
 * one more where there is one buffer. Where there is a buffer per place, each place that is written between two fences
 * needs one, and behind the fence they serve other places. The order is kept as clocks: clock(p)[c] is how many points
 * of chain c are p or before p. Since what is before a point of a chain is before all that follow there, that says it
 * all, and "is p before q?" takes one look. Few chains make it fast.
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
    uint32_t from, to;
    uint32_t next; /* of those from there */
    uint32_t via;
    uint8_t reason; /* consistency_reason */
} order_edge;

/* A write of the history, and the point that does it. */
typedef struct order_writer {
    uint32_t point, write;
} order_writer;

/* What one thread writes to a cell, which all models keep in order: writers[first .. first + count). */
typedef struct order_run {
    uint32_t thread, first, count;
} order_run;

/* So many points of the chain come before somebody, who did not know. */
typedef struct order_gain {
    uint32_t chain, clock;
} order_gain;

/* A clock that was changed. */
typedef struct order_change {
    uint32_t index, before;
} order_change;

/* Where stores to a place leave their buffer, between two fences. */
typedef struct order_buffer {
    uint32_t chain, segment;
} order_buffer;

/* What order_build remembers while it goes through the steps. */
typedef struct order_build_state {
    VEC(uint32_t) last;         /* by thread: its last point that is not to memory */
    VEC(uint32_t) marker;       /* by thread: its last store fence */
    VEC(uint32_t) waiting;      /* by thread: the first of those points to memory that a fence has to wait for */
    VEC(uint32_t) waiting_next; /* by point */
    VEC(uint32_t) newest;       /* threads x cells: the step that wrote there last */
    VEC(order_buffer) buffers;  /* threads x cells */
    VEC(uint32_t) segment;      /* by thread: the number of its fences so far */
    VEC(uint32_t) chain_taken;  /* by thread: the last chain that a buffer has taken since; HISTORY_NONE */
    VEC(uint32_t) chain_next;   /* by chain: the next one that serves buffers of the same thread */
    VEC(uint32_t) chain_last;   /* by chain: its last point */
    VEC(uint32_t) degrees;      /* by point: how many are known to be right before it and have no clock yet */
    VEC(order_writer) sorted;   /* by thread */
    VEC(uint32_t) counts;
} order_build_state;

/* At most so many numbers in clocks, and in tables of what each thread does to each cell: a gigabyte. */
enum { ORDER_MAX_NUMBERS = 1 << 28 };

typedef struct order {
    uint32_t chain_count;
    bool is_too_large;   /* nothing is known of it */
    bool lacks_a_source; /* somebody reads a cell from a step that does not write it */
    VEC(order_point) points;
    VEC(order_edge) edges;
    VEC(uint32_t) clocks; /* points x chains */
    VEC(uint32_t) point_of_step;
    VEC(uint32_t) first_of_chain;
    /* Who writes a cell: runs[first_run[cell] .. first_run[cell + 1]). */
    VEC(uint32_t) first_run;
    VEC(order_run) runs;
    VEC(order_writer) writers;
    VEC(uint32_t) target; /* by read: the write that it reads, HISTORY_NONE for the initial one */
    /* The last points of each thread that read a write: readers[first_reader[write] .. + reader_count[write]). */
    VEC(uint32_t) first_reader, reader_count, readers;
    VEC(uint32_t) own; /* by read of the history: the last write before it of its thread to its cell; HISTORY_NONE */
    VEC(uint32_t) agenda;
    VEC(order_gain) gain; /* of the last order that was added */
    VEC(uint32_t) news;   /* points that have learnt of others before them, since closure looked at them */
    VEC(uint8_t) is_news; /* by point */
    VEC(order_change) changes;
    bool can_undo; /* changes are kept */
    uint64_t work; /* that orders have taken so far, in units of base/budget.h */
    order_build_state build;
    /* After something has failed: the last edge, which makes a cycle; HISTORY_NONE: what is given has one already. Or a
     * read, and the write of its thread that it does not see. */
    uint32_t broken_edge, broken_read, broken_write;
} order;

void order_release(order *o);

/* Parts of order_build. */
void order_find_writers(order *o, const history *h);
/* False if somebody reads a cell from a step that does not write it. */
bool order_find_targets(order *o, const history *h);
void order_find_readers(order *o, const history *h);
/* An order that is given. */
void order_link(order *o, uint32_t p, uint32_t q, consistency_reason reason, uint32_t via);
/* False if what is given has a cycle. */
bool order_set_clocks(order *o);

/* The points of the history, in the order that the program, the model and "reads from" demand (closure's first rule).
 * False if that has a cycle, or a thread does not read what it has written itself, or from a step that does not write,
 * or it is too large. */
bool order_build(order *o, const history *h, const model *m);
/* p comes before q. False if q comes before p; then a cycle is noted. O(points * chains) at worst. */
bool order_add(order *o, uint32_t p, uint32_t q, consistency_reason reason, uint32_t via);

typedef struct order_mark {
    uint32_t edges, changes;
} order_mark;

/* If `can_undo` is set, the order can be made again what it was when order_here was called. */
order_mark order_here(const order *o);
void order_undo(order *o, order_mark mark);

/* The point has to be looked at. */
static inline void order_note_news(order *o, uint32_t p)
{
    if (o->is_news.data[p])
        return;
    o->is_news.data[p] = true;
    vec_push(&o->news, p);
}

/* After one of the two has failed: why (proof.c). O(points * edges). */
void order_prove(const order *o, consistency_proof *proof);

static inline const uint32_t *order_clock(const order *o, uint32_t p)
{
    return o->clocks.data + (size_t)p * o->chain_count;
}

/* Is p before q, or q itself? */
static inline bool order_is_before(const order *o, uint32_t p, uint32_t q)
{
    return order_clock(o, q)[o->points.data[p].chain] > o->points.data[p].position;
}

#endif
