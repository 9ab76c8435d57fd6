#include "satdir/unrolled.h"

static uint64_t key_of(spot_id spot, uint32_t round)
{
    return (uint64_t)round << 32 | spot;
}

uint32_t unrolled_find(const unrolled *u, spot_id spot, uint32_t round)
{
    const uint64_t *known = map_find(&u->by_spot, key_of(spot, round));
    assert(known);
    return (uint32_t)*known;
}

static uint32_t point_of(unrolled *u, spot_id spot, uint32_t round)
{
    uint64_t key = key_of(spot, round);
    const uint64_t *known = map_find(&u->by_spot, key);
    if (known)
        return (uint32_t)*known;
    uint32_t made = u->points.size;
    map_put(&u->by_spot, key, made);
    vec_push(&u->points, (point){.spot = spot, .round = round, .head = made});
    return made;
}

static void add_edge(unrolled *u, uint32_t from, uint64_t value, spot_id to, uint32_t round)
{
    uint32_t target = point_of(u, to, round);
    vec_push(&u->points.data[from].edges, (point_edge){value, target});
    vec_push(&u->points.data[target].sources, from);
}

static void cut(unrolled *u, uint32_t p, uint64_t value)
{
    vec_push(&u->points.data[p].edges, (point_edge){value, POINT_NONE});
    if (!u->points.data[p].is_cut)
        vec_push(&u->cut, p);
    u->points.data[p].is_cut = true;
}

static void follow_edges(unrolled *u, uint32_t p, uint32_t rounds)
{
    spot_id id = u->points.data[p].spot;
    uint32_t round = u->points.data[p].round;
    const spot *s = &u->automaton->spots.data[id];
    for (uint32_t i = 0; i < s->edges.size; i++) {
        spot_edge e = s->edges.data[i];
        if (e.to == SPOT_BLOCKED || (e.is_back && automaton_is_idle(u->automaton, id, &e)))
            continue;
        if (e.is_back && round + 1 >= rounds)
            cut(u, p, e.value);
        else
            add_edge(u, p, e.value, e.to, round + e.is_back);
    }
    if (s->started != RF_NONE) {
        uint32_t start = point_of(u, s->start, 0); /* may move the points */
        vec_push(&u->points.data[start].sources, p);
    }
}

/* ---- order ---- */

static bool is_start(const unrolled *u, uint32_t from, uint32_t to)
{
    return unrolled_spot(u, from)->thread != unrolled_spot(u, to)->thread;
}

typedef VEC(uint32_t) indices;

static void count_sources(const unrolled *u, indices *open)
{
    vec_resize(open, u->points.size);
    for (uint32_t i = 0; i < u->points.size; i++)
        open->data[i] = u->points.data[i].sources.size;
}

static void sort_points(unrolled *u)
{
    indices open = {0};
    count_sources(u, &open);
    for (uint32_t i = 0; i < u->points.size; i++)
        if (open.data[i] == 0)
            vec_push(&u->order, i);
    for (uint32_t i = 0; i < u->order.size; i++) {
        uint32_t p = u->order.data[i];
        const spot *s = unrolled_spot(u, p);
        u->points.data[p].rank = i;
        for (uint32_t k = 0; k < u->points.data[p].edges.size; k++) {
            uint32_t to = u->points.data[p].edges.data[k].to;
            if (to != POINT_NONE && --open.data[to] == 0)
                vec_push(&u->order, to);
        }
        if (s->started != RF_NONE && --open.data[point_of(u, s->start, 0)] == 0)
            vec_push(&u->order, point_of(u, s->start, 0));
    }
    assert(u->order.size == u->points.size);
    vec_clear(&open);
}

/* A point inside of a node comes from one point only. */
static void find_heads(unrolled *u)
{
    for (uint32_t i = 0; i < u->order.size; i++) {
        point *p = &u->points.data[u->order.data[i]];
        if (unrolled_spot(u, u->order.data[i])->is_inner)
            p->head = u->points.data[p->sources.data[0]].head;
    }
}

static void find_before(unrolled *u)
{
    u->words = (u->points.size + 63) / 64;
    vec_resize(&u->before, u->words * u->points.size);
    for (uint32_t i = 0; i < u->order.size; i++) {
        uint32_t p = u->order.data[i];
        uint64_t *row = u->before.data + (size_t)p * u->words;
        for (uint32_t k = 0; k < u->points.data[p].sources.size; k++) {
            uint32_t from = u->points.data[p].sources.data[k], rank = u->points.data[from].rank;
            if (is_start(u, from, p))
                continue;
            const uint64_t *above = u->before.data + (size_t)from * u->words;
            for (uint32_t w = 0; w < u->words; w++)
                row[w] |= above[w];
            row[rank / 64] |= UINT64_C(1) << (rank % 64);
        }
    }
}

void unrolled_init(unrolled *u, automaton *a, uint32_t rounds)
{
    *u = (unrolled){.automaton = a};
    point_of(u, a->root, 0);
    for (uint32_t i = 0; i < u->points.size; i++)
        follow_edges(u, i, rounds);
    sort_points(u);
    find_heads(u);
    find_before(u);
}

void unrolled_clear(unrolled *u)
{
    for (uint32_t i = 0; i < u->points.size; i++) {
        vec_clear(&u->points.data[i].edges);
        vec_clear(&u->points.data[i].sources);
    }
    vec_clear(&u->points);
    map_clear(&u->by_spot);
    vec_clear(&u->order);
    vec_clear(&u->cut);
    vec_clear(&u->before);
}

uint32_t unrolled_next(const unrolled *u, uint32_t p, uint64_t value)
{
    const point *from = &u->points.data[p];
    for (uint32_t i = 0; i < from->edges.size; i++)
        if (from->edges.data[i].value == value)
            return from->edges.data[i].to;
    return POINT_NONE;
}
