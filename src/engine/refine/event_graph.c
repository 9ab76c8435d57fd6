#include "engine/refine/event_graph.h"

#include "base/alloc.h"

static void set_bit(uint64_t *row, uint32_t point)
{
    row[point / 64] |= 1ULL << point % 64;
}

static void join_row(uint64_t *row, const uint64_t *other, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++)
        row[i] |= other[i];
}

static uint64_t *row_of(const event_graph *g, uint64_t *rows, uint32_t point)
{
    return rows + (size_t)point * g->words;
}

static size_t bytes_of(const event_graph *g)
{
    return (size_t)g->count * g->words * sizeof(uint64_t);
}

/* ---- what is always there ---- */

/* Edges of nodes as lists, and the nodes in an order that agrees with them. */
typedef struct sorted_nodes {
    uint32_t *first, *targets, *order;
} sorted_nodes;

static void list_edges(sorted_nodes *s, const facts *f)
{
    s->first = alloc_zeroed(f->node_count + 2, sizeof(uint32_t));
    s->targets = alloc_bytes((f->edges.size + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < f->edges.size; i++)
        s->first[f->edges.data[i].from + 2]++;
    for (uint32_t i = 2; i < f->node_count + 2; i++)
        s->first[i] += s->first[i - 1];
    for (uint32_t i = 0; i < f->edges.size; i++)
        s->targets[s->first[f->edges.data[i].from + 1]++] = f->edges.data[i].to;
}

static sorted_nodes sort_nodes(const facts *f)
{
    sorted_nodes s = {.order = alloc_bytes((f->node_count + 1) * sizeof(uint32_t))};
    uint32_t *waits = alloc_zeroed(f->node_count + 1, sizeof(uint32_t)), count = 0;
    list_edges(&s, f);
    for (uint32_t i = 0; i < f->edges.size; i++)
        waits[f->edges.data[i].to]++;
    for (uint32_t n = 0; n < f->node_count; n++)
        if (waits[n] == 0)
            s.order[count++] = n;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = s.first[s.order[i]]; k < s.first[s.order[i] + 1]; k++)
            if (--waits[s.targets[k]] == 0)
                s.order[count++] = s.targets[k];
    assert(count == f->node_count); /* no cycle */
    free(waits);
    return s;
}

static void fill_before(event_graph *g)
{
    for (uint32_t a = 0; a < g->count; a++)
        for (uint32_t b = 0; b < g->count; b++)
            if (event_graph_has(g, g->always, a, b))
                set_bit(row_of(g, g->always_before, b), a);
}

/* Backwards, a node knows all points that its successors know, and those themselves. */
static void fill_always(event_graph *g, const facts *f)
{
    sorted_nodes s = sort_nodes(f);
    uint64_t *known = alloc_zeroed((size_t)f->node_count * g->words + 1, sizeof(uint64_t));
    for (uint32_t i = f->node_count; i-- > 0;) {
        uint32_t node = s.order[i];
        for (uint32_t k = s.first[node]; k < s.first[node + 1]; k++) {
            join_row(row_of(g, known, node), row_of(g, known, s.targets[k]), g->words);
            if (f->point_of[s.targets[k]] != FACTS_NONE)
                set_bit(row_of(g, known, node), f->point_of[s.targets[k]]);
        }
        if (f->point_of[node] != FACTS_NONE)
            memcpy(row_of(g, g->always, f->point_of[node]), row_of(g, known, node), g->words * sizeof(uint64_t));
    }
    free(known);
    free(s.first);
    free(s.targets);
    free(s.order);
}

uint64_t event_graph_bytes(const facts *f)
{
    return (4 * (uint64_t)f->point_count + f->node_count) * ((f->point_count + 63) / 64) * sizeof(uint64_t);
}

void event_graph_init(event_graph *g, const facts *f)
{
    *g = (event_graph){.count = f->point_count, .words = (f->point_count + 63) / 64};
    uint64_t **rows[] = {&g->always, &g->always_before, &g->after, &g->before};
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
        *rows[i] = alloc_zeroed((size_t)g->count * g->words + 1, sizeof(uint64_t));
    g->changed = alloc_zeroed(g->count + 1, sizeof(uint32_t));
    fill_always(g, f);
    fill_before(g);
}

void event_graph_clear(event_graph *g)
{
    free(g->always);
    free(g->always_before);
    free(g->after);
    free(g->before);
    free(g->changed);
    vec_clear(&g->edges);
}

void event_graph_reset(event_graph *g)
{
    memcpy(g->after, g->always, bytes_of(g));
    memcpy(g->before, g->always_before, bytes_of(g));
    memset(g->changed, 0, g->count * sizeof(uint32_t));
    g->edges.size = 0;
    g->work += bytes_of(g) / sizeof(uint64_t) * 2;
}

/* ---- edges ---- */

/* What lies in `other` is joined to the rows of all points of `these`, and to that of `point`, unless they have
 * `marker`, and then all of it, already. */
static void join_rows(event_graph *g, uint64_t *rows, const uint64_t *these, uint32_t point, uint32_t marker,
                      bool is_after)
{
    const uint64_t *other = row_of(g, rows, marker);
    for (uint32_t i = 0; i < g->words; i++) {
        uint64_t left = these[i] | (i == point / 64 ? 1ULL << point % 64 : 0);
        for (; left; left &= left - 1) {
            uint32_t x = i * 64 + (uint32_t)__builtin_ctzll(left);
            if (event_graph_has(g, rows, x, marker))
                continue;
            join_row(row_of(g, rows, x), other, g->words);
            set_bit(row_of(g, rows, x), marker);
            if (is_after)
                g->changed[x] = g->edges.size;
            g->work += g->words;
        }
    }
}

bool event_graph_add(event_graph *g, const event_edge *edge)
{
    assert(edge->count <= EVENT_LITERALS);
    if (event_graph_reaches(g, edge->to, edge->from))
        return false;
    vec_push(&g->edges, *edge);
    if (event_graph_is_before(g, edge->from, edge->to))
        return true;
    /* Neither row that is joined to others changes: the one would have to be before the other. */
    join_rows(g, g->after, row_of(g, g->before, edge->from), edge->from, edge->to, true);
    join_rows(g, g->before, row_of(g, g->after, edge->to), edge->to, edge->from, false);
    return true;
}

uint32_t event_graph_rank(const event_graph *g, uint32_t point)
{
    uint32_t rank = 0;
    for (uint32_t i = 0; i < g->words; i++)
        rank += (uint32_t)__builtin_popcountll(g->before[(size_t)point * g->words + i]);
    return rank;
}
