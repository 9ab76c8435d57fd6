#include "memory/order.h"

#include <stdlib.h>

#include "base/alloc.h"

/* A full fence: what is before it is before everything after it that is executed only if the fence is. */
typedef struct base {
    uint32_t event; /* whose clocks to take */
    term guard;
} base;

typedef struct thread_bases {
    VEC(base) stack;
} thread_bases;

static void join_clocks(order *o, uint32_t into, uint32_t from)
{
    for (uint32_t t = 0; t < o->thread_count; t++) {
        size_t a = (size_t)into * o->thread_count + t, b = (size_t)from * o->thread_count + t;
        if (o->reads[a] < o->reads[b])
            o->reads[a] = o->reads[b];
        if (o->writes[a] < o->writes[b])
            o->writes[a] = o->writes[b];
    }
}

/* Does the event order all that is not in order anyway? */
static bool is_full_fence(const symex_event *event, const model *model)
{
    return event->kind >= SYMEX_FENCE && (model->fences & ~order_fence_pairs(model, event)) == 0;
}

/* Are all earlier accesses of the kind, of the same thread, before this event? */
static bool keeps(const model *model, model_access kind, const symex_event *event)
{
    if (event->kind >= SYMEX_FENCE)
        return is_full_fence(event, model);
    return model->keeps[kind][event->kind == SYMEX_WRITE ? MODEL_WRITE : MODEL_READ] == MODEL_ALWAYS;
}

/* The last full fence that is executed whenever this event is. A fence in a branch that has ended is forgotten. */
static const base *base_for(const symex *s, thread_bases *bases, term guard)
{
    while (bases->stack.size > 1 && guard_decides(&s->guards, guard, vec_last(&bases->stack)->guard) != TERM_TRUE)
        bases->stack.size--;
    return bases->stack.size > 0 ? vec_last(&bases->stack) : NULL;
}

static void set_own(order *o, uint32_t event, const model *model)
{
    const symex_event *e = &o->s->events.data[event];
    size_t own = (size_t)event * o->thread_count + e->thread;
    uint32_t position = o->position[event];
    if (keeps(model, MODEL_READ, e))
        o->reads[own] = position;
    if (keeps(model, MODEL_WRITE, e))
        o->writes[own] = position;
}

/* The ids of events are a topological order: a thread is executed where it is started, before its parent goes on. */
void order_init(order *o, const symex *s, const model *model)
{
    enum { EVENT_WORK = 4 };
    uint32_t threads = s->threads.size;
    *o = (order){.s = s, .thread_count = threads, .position = alloc_bytes((s->events.size + 1) * sizeof(uint32_t))};
    o->reads = alloc_zeroed((size_t)s->events.size * threads, sizeof(uint32_t));
    o->writes = alloc_zeroed((size_t)s->events.size * threads, sizeof(uint32_t));
    for (uint32_t t = 0; t < threads; t++)
        for (uint32_t i = 0; i < s->threads.data[t].events.size; i++)
            o->position[s->threads.data[t].events.data[i]] = i;
    thread_bases *bases = alloc_zeroed(threads, sizeof *bases);
    uint32_t join = 0;
    for (uint32_t e = 0; e < s->events.size && !symex_is_stopped(s, EVENT_WORK + threads); e++) {
        const symex_event *event = &s->events.data[e];
        const base *last = base_for(s, &bases[event->thread], event->guard);
        if (last)
            join_clocks(o, e, last->event);
        set_own(o, e, model);
        if (event->kind == SYMEX_BEGIN && s->threads.data[event->thread].start != IR_NONE)
            join_clocks(o, e, s->threads.data[event->thread].start);
        while (join < s->joins.size && s->joins.data[join].event < e)
            join++;
        for (uint32_t j = join; j < s->joins.size && s->joins.data[j].event == e; j++) {
            uint32_t end = s->threads.data[s->joins.data[j].thread].end;
            if (s->joins.data[j].condition == TERM_TRUE && end != IR_NONE)
                join_clocks(o, e, end);
        }
        if (is_full_fence(event, model))
            vec_push(&bases[event->thread].stack, (base){e, event->guard});
    }
    for (uint32_t t = 0; t < threads; t++)
        vec_clear(&bases[t].stack);
    free(bases);
}

uint32_t order_count_before(const order *o, const uint32_t *writes, uint32_t count, uint32_t e)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (order_is_before(o, writes[middle], e))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t order_count_earlier(const uint32_t *events, uint32_t count, uint32_t e)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (events[middle] < e)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void order_clear(order *o)
{
    free(o->position);
    free(o->reads);
    free(o->writes);
}
