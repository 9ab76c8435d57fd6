/* From a model of the clauses to a plan: what must be before the goal, in some order that the model allows. */
#include "satdir/query.h"

typedef struct edge {
    uint32_t from, next; /* in the list of edges to the same node; 0: none, else index + 1 */
} edge;

typedef struct planner {
    const query *q;
    VEC(uint32_t) last; /* by node: index of an edge to it + 1 */
    VEC(edge) edges;
    VEC(uint32_t) number;  /* by point: which node of its thread its head is */
    VEC(uint8_t) is_there; /* by point: it is done */
    VEC(uint8_t) state;    /* by node: 0 new, 1 open, 2 in the plan */
    VEC(uint32_t) stack;
} planner;

static void note_edge(void *context, uint32_t from, uint32_t to)
{
    planner *p = context;
    vec_push(&p->edges, (edge){from, p->last.data[to]});
    p->last.data[to] = p->edges.size;
}

static bool is_true(const query *q, int literal)
{
    return solver_value(q->solver, literal) > 0;
}

/* The point that the thread comes to next; POINT_NONE: it stops. */
static uint32_t next_of(const query *q, uint32_t p)
{
    const query_point *at = &q->points.data[p];
    if (unrolled_spot(&q->u, p)->kind != SPOT_READ)
        return unrolled_next(&q->u, p, 0);
    for (uint32_t i = 0; i < at->takes.size; i++)
        if (is_true(q, at->takes.data[i].literal))
            return unrolled_next(&q->u, p, at->takes.data[i].value);
    return POINT_NONE;
}

static void walk_thread(planner *p, uint32_t at)
{
    const query *q = p->q;
    uint32_t number = UINT32_MAX;
    while (at != POINT_NONE && is_true(q, q->points.data[at].done)) {
        const spot *s = unrolled_spot(&q->u, at);
        number += !s->is_inner && !s->is_silent;
        p->number.data[at] = number;
        p->is_there.data[at] = 1;
        if (s->started != RF_NONE)
            walk_thread(p, unrolled_find(&q->u, s->start, 0));
        at = next_of(q, at);
    }
}

static void add_point(const planner *p, uint32_t node, rf_points *plan)
{
    const query_node *n = &p->q->nodes.data[node];
    const spot *s = unrolled_spot(&p->q->u, n->head);
    bool is_known = s->kind == SPOT_READ || (s->kind == SPOT_ACT && !s->is_silent);
    if (n->is_ghost || !is_known || !p->is_there.data[n->head])
        return;
    vec_push(plan, (rf_point){rf_make_id(s->thread, p->number.data[n->head]), n->is_to_memory});
}

/* All nodes before it, then the node itself. */
static void add_before(planner *p, uint32_t node, rf_points *plan)
{
    vec_push(&p->stack, node);
    while (p->stack.size > 0) {
        uint32_t top = *vec_last(&p->stack);
        if (p->state.data[top] > 0) {
            p->stack.size--;
            if (p->state.data[top] == 1)
                add_point(p, top, plan);
            p->state.data[top] = 2;
            continue;
        }
        p->state.data[top] = 1;
        for (uint32_t e = p->last.data[top]; e > 0; e = p->edges.data[e - 1].next)
            if (p->state.data[p->edges.data[e - 1].from] == 0)
                vec_push(&p->stack, p->edges.data[e - 1].from);
    }
}

void query_plan(const query *q, const query_goal *goal, rf_points *plan)
{
    planner p = {.q = q};
    vec_resize(&p.last, q->nodes.size);
    vec_resize(&p.state, q->nodes.size);
    vec_resize(&p.number, q->u.points.size);
    vec_resize(&p.is_there, q->u.points.size);
    q->order.each_edge(q->order.self, &p, note_edge);
    walk_thread(&p, 0);
    add_before(&p, q->points.data[q->u.points.data[goal->point].head].r, plan);
    vec_clear(&p.last);
    vec_clear(&p.edges);
    vec_clear(&p.number);
    vec_clear(&p.is_there);
    vec_clear(&p.state);
    vec_clear(&p.stack);
}
