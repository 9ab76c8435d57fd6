/* What is ordered before what in every execution, by program order as the model preserves it, fences that are
 * executed whenever it matters, and the starting and joining of threads.
 *
 * For an event e and a thread t, two positions in t are kept: all reads of t below the one, and all writes of t below
 * the other, are before e whenever both are executed. That is all that can be said without looking at values, but
 * for writes of one thread to the same cell, whose order is program order. */
#ifndef HEDDLE_MEMORY_ORDER_H
#define HEDDLE_MEMORY_ORDER_H

#include "model/model.h"
#include "symex/symex.h"

typedef struct order {
    const symex *s;
    uint32_t thread_count;
    uint32_t *position;       /* by event: in its thread */
    uint32_t *reads, *writes; /* by event * thread_count + thread */
} order;

/* The pairs of accesses that a fence event orders. Starting, ending and joining threads orders all. */
static inline uint8_t order_fence_pairs(const model *model, const symex_event *e)
{
    if (e->kind == SYMEX_FENCE && model->cat) {
        bool is_of_library = e->fence.kind == IR_FENCE_OF_BLOCK || e->fence.kind == IR_FENCE_OF_THREAD;
        bool is_of_access = e->fence.kind == IR_FENCE_OF_ACCESS; /* the model asks for the order itself */
        return is_of_library || (model->has_full_fences && !is_of_access) ? e->fence.pairs : 0;
    }
    if (e->kind >= SYMEX_START || ir_fence_is_full(e->fence))
        return MODEL_ALL_PAIRS;
    return e->fence.pairs;
}

/* O(events * threads). */
void order_init(order *o, const symex *s, const model *model);
void order_clear(order *o);

/* Is read or write a before b in every execution that has both? Not for two events of one atomic block. */
static inline bool order_is_before(const order *o, uint32_t a, uint32_t b)
{
    const symex_event *x = &o->s->events.data[a];
    const uint32_t *clock = x->kind == SYMEX_WRITE ? o->writes : o->reads;
    return clock[(size_t)b * o->thread_count + x->thread] > o->position[a];
}

/* Of writes of one thread in program order: how many are surely before the event e? They are the first ones. */
uint32_t order_count_before(const order *o, const uint32_t *writes, uint32_t count, uint32_t e);
/* How many come earlier in program order than e, an event of the same thread? */
uint32_t order_count_earlier(const uint32_t *events, uint32_t count, uint32_t e);

#endif
