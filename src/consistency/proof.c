/* The proof that a history cannot have happened.
 *
 * An order that closure has added rests on orders that were there before it: edges with lower numbers. So, from the
 * last edge down to the first, each one that is needed tells which others it needs; in the other order they are a
 * proof. */
#include "base/alloc.h"
#include "consistency/order.h"

/* How a point was reached: by an edge, or along a chain. */
typedef struct visit {
    uint32_t from, edge; /* HISTORY_NONE: it was not; it was along a chain */
} visit;

typedef struct proof_search {
    const order *o;
    consistency_proof *proof;
    visit *visits; /* by point */
    VEC(uint32_t) queue;
    VEC(visit) way;
    VEC(uint32_t) fact_of_edge; /* NEEDED: to be written */
} proof_search;

enum { NEEDED = UINT32_MAX - 1 };

static void reach(proof_search *s, uint32_t from, uint32_t to, uint32_t edge)
{
    if (s->visits[to].from != HISTORY_NONE)
        return;
    s->visits[to] = (visit){from, edge};
    vec_push(&s->queue, to);
}

/* One step leads to any later point of a chain. */
static void reach_all(proof_search *s, uint32_t at, uint32_t edge_limit)
{
    const order *o = s->o;
    for (uint32_t e = o->points.data[at].first_edge; e != HISTORY_NONE; e = o->edges.data[e].next)
        if (e < edge_limit)
            reach(s, at, o->edges.data[e].to, e);
    for (uint32_t p = o->points.data[at].next; p != HISTORY_NONE && s->visits[p].from == HISTORY_NONE;
         p = o->points.data[p].next)
        reach(s, at, p, HISTORY_NONE);
}

/* Finds a shortest way from p to q, which may be p, along edges below the limit. */
static void find_way(proof_search *s, uint32_t p, uint32_t q, uint32_t edge_limit)
{
    for (uint32_t i = 0; i < s->o->points.size; i++)
        s->visits[i].from = HISTORY_NONE;
    s->queue.size = s->way.size = 0;
    vec_push(&s->queue, p);
    for (uint32_t i = 0; i < s->queue.size && s->visits[q].from == HISTORY_NONE; i++)
        reach_all(s, s->queue.data[i], edge_limit);
    assert(s->visits[q].from != HISTORY_NONE);
    uint32_t at = q;
    do {
        vec_push(&s->way, s->visits[at]);
        at = s->visits[at].from;
    } while (at != p);
}

/* From where to where an edge needs a way, if it needs one. */
static bool find_need(const order *o, uint32_t edge, uint32_t *first, uint32_t *last)
{
    const order_edge *e = &o->edges.data[edge];
    if ((e->reason != CONSISTENCY_BEFORE && e->reason != CONSISTENCY_FROM_READ) || e->via == HISTORY_INITIAL)
        return false;
    *first = e->reason == CONSISTENCY_BEFORE ? e->from : o->point_of_step.data[e->via];
    *last = e->reason == CONSISTENCY_BEFORE ? o->point_of_step.data[e->via] : e->to;
    return true;
}

static void mark_way(proof_search *s)
{
    for (uint32_t i = 0; i < s->way.size; i++)
        if (s->way.data[i].edge != HISTORY_NONE)
            s->fact_of_edge.data[s->way.data[i].edge] = NEEDED;
}

static uint32_t add_fact(consistency_proof *proof, const order *o, uint32_t p, uint32_t q, consistency_reason reason,
                         uint32_t via)
{
    vec_push(&proof->facts, (consistency_fact){
                                .before = o->points.data[p].step,
                                .after = o->points.data[q].step,
                                .reason = reason,
                                .via = via,
                                .first_premise = proof->premises.size,
                            });
    return proof->facts.size - 1;
}

/* The facts of a way that leads to q; those of its edges are there. */
static void add_way(proof_search *s, uint32_t q, consistency_links *links)
{
    for (uint32_t i = s->way.size; i-- > 0;) {
        uint32_t to = i > 0 ? s->way.data[i - 1].from : q, edge = s->way.data[i].edge;
        vec_push(links, edge != HISTORY_NONE
                            ? s->fact_of_edge.data[edge]
                            : add_fact(s->proof, s->o, s->way.data[i].from, to, CONSISTENCY_PROGRAM, HISTORY_NONE));
    }
}

static void add_edge_fact(proof_search *s, uint32_t edge)
{
    const order_edge *e = &s->o->edges.data[edge];
    uint32_t first, last, first_premise = s->proof->premises.size;
    if (find_need(s->o, edge, &first, &last)) {
        find_way(s, first, last, edge);
        add_way(s, last, &s->proof->premises);
    }
    uint32_t fact = add_fact(s->proof, s->o, e->from, e->to, (consistency_reason)e->reason, e->via);
    s->proof->facts.data[fact].first_premise = first_premise;
    s->proof->facts.data[fact].premise_count = s->proof->premises.size - first_premise;
    s->fact_of_edge.data[edge] = fact;
}

static void prove_edges(proof_search *s)
{
    uint32_t first, last;
    for (uint32_t e = s->o->edges.size; e-- > 0;)
        if (s->fact_of_edge.data[e] == NEEDED && find_need(s->o, e, &first, &last)) {
            find_way(s, first, last, e);
            mark_way(s);
        }
    for (uint32_t e = 0; e < s->o->edges.size; e++)
        if (s->fact_of_edge.data[e] == NEEDED)
            add_edge_fact(s, e);
}

/* A point on a cycle of the edges that were given: those that have no clock (order_build) are on one, or behind one. */
static uint32_t find_cyclic_point(const order *o)
{
    const uint32_t *degrees = o->build.degrees.data;
    uint32_t *before = alloc_zeroed(o->points.size + 1, sizeof *before);
    uint32_t at = HISTORY_NONE;
    for (uint32_t p = 0; p < o->points.size; p++) {
        if (degrees[p] == 0)
            continue;
        at = p;
        if (o->points.data[p].next != HISTORY_NONE)
            before[o->points.data[p].next] = p;
        for (uint32_t e = o->points.data[p].first_edge; e != HISTORY_NONE; e = o->edges.data[e].next)
            before[o->edges.data[e].to] = p;
    }
    assert(at != HISTORY_NONE);
    for (uint32_t i = 0; i < o->points.size; i++)
        at = before[at];
    free(before);
    return at;
}

static void prove_cycle(proof_search *s)
{
    const order *o = s->o;
    bool is_given = o->broken_edge == HISTORY_NONE;
    uint32_t first = is_given ? find_cyclic_point(o) : o->edges.data[o->broken_edge].to;
    uint32_t last = is_given ? first : o->edges.data[o->broken_edge].from;
    vec_resize(&s->fact_of_edge, o->edges.size);
    if (!is_given)
        s->fact_of_edge.data[o->broken_edge] = NEEDED;
    find_way(s, first, last, o->broken_edge);
    mark_way(s);
    prove_edges(s);
    find_way(s, first, last, o->broken_edge);
    add_way(s, last, &s->proof->cycle);
    if (!is_given)
        vec_push(&s->proof->cycle, s->fact_of_edge.data[o->broken_edge]);
}

/* The read and the write of its thread that it does not see. */
static void prove_hidden(consistency_proof *proof, const order *o)
{
    uint32_t r = o->broken_read, w = o->broken_write, via = o->points.data[r].step;
    vec_push(&proof->cycle, add_fact(proof, o, w, r, CONSISTENCY_OWN, via));
    vec_push(&proof->cycle, add_fact(proof, o, r, w, CONSISTENCY_OWN, via));
}

void order_prove(const order *o, consistency_proof *proof)
{
    proof->facts.size = proof->premises.size = proof->cycle.size = 0;
    if (o->broken_read != HISTORY_NONE) {
        prove_hidden(proof, o);
        return;
    }
    proof_search s = {.o = o, .proof = proof, .visits = alloc_zeroed(o->points.size + 1, sizeof *s.visits)};
    prove_cycle(&s);
    free(s.visits);
    vec_clear(&s.queue);
    vec_clear(&s.way);
    vec_clear(&s.fact_of_edge);
}
