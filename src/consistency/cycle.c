/* The cycle that shows why a history cannot have happened. */
#include <stdlib.h>

#include "base/alloc.h"
#include "consistency/order.h"

static void push_point(const order *o, const history *h, const model *m, consistency_steps *cycle, uint32_t p,
                       uint8_t reason)
{
    vec_push(cycle, (consistency_step){
                        .step = o->points.data[p].step,
                        .reason = (consistency_reason)reason,
                        .is_to_memory = order_is_to_memory(h, m, o, p),
                    });
}

/* How a point was reached. */
typedef struct visit {
    uint32_t from;
    uint8_t reason;
} visit;

typedef struct path_search {
    visit *visits; /* by point */
    VEC(uint32_t) queue;
} path_search;

static void reach(path_search *s, uint32_t from, uint32_t to, uint8_t reason)
{
    if (s->visits[to].from != HISTORY_NONE)
        return;
    s->visits[to] = (visit){from, reason};
    vec_push(&s->queue, to);
}

/* A shortest way from p along orders that are known to q, which may be p. */
static bool find_path(const order *o, path_search *s, uint32_t p, uint32_t q)
{
    for (uint32_t i = 0; i < o->points.size; i++)
        s->visits[i].from = HISTORY_NONE;
    s->queue.size = 0;
    vec_push(&s->queue, p);
    for (uint32_t i = 0; i < s->queue.size && s->visits[q].from == HISTORY_NONE; i++) {
        uint32_t at = s->queue.data[i];
        if (o->points.data[at].next != HISTORY_NONE)
            reach(s, at, o->points.data[at].next, CONSISTENCY_PROGRAM);
        for (uint32_t e = o->points.data[at].first_edge; e != HISTORY_NONE; e = o->edges.data[e].next)
            reach(s, at, o->edges.data[e].to, o->edges.data[e].reason);
    }
    return s->visits[q].from != HISTORY_NONE;
}

/* The way to q, without q. */
static void push_path(const order *o, const history *h, const model *m, const path_search *s, uint32_t p, uint32_t q,
                      consistency_steps *cycle)
{
    uint32_t first = cycle->size;
    uint32_t at = q;
    do {
        uint8_t reason = s->visits[at].reason;
        at = s->visits[at].from;
        push_point(o, h, m, cycle, at, reason);
    } while (at != p);
    for (uint32_t i = first, j = cycle->size - 1; i < j; i++, j--) {
        consistency_step step = cycle->data[i];
        cycle->data[i] = cycle->data[j];
        cycle->data[j] = step;
    }
}

void order_cycle(const order *o, const history *h, const model *m, consistency_steps *cycle)
{
    path_search s = {.visits = alloc_zeroed(o->points.size + 1, sizeof *s.visits)};
    cycle->size = 0;
    if (o->broken_from == HISTORY_NONE) {
        uint32_t p = 0;
        while (p < o->points.size && !find_path(o, &s, p, p))
            p++;
        assert(p < o->points.size);
        push_path(o, h, m, &s, p, p, cycle);
    } else if (o->broken_reason == CONSISTENCY_OWN && !find_path(o, &s, o->broken_to, o->broken_from)) {
        push_point(o, h, m, cycle, o->broken_from, CONSISTENCY_OWN);
        push_point(o, h, m, cycle, o->broken_to, CONSISTENCY_OWN);
    } else if (find_path(o, &s, o->broken_to, o->broken_from)) {
        push_path(o, h, m, &s, o->broken_to, o->broken_from, cycle);
        push_point(o, h, m, cycle, o->broken_from, o->broken_reason);
    }
    free(s.visits);
    vec_clear(&s.queue);
}
