#include "ord/graph.h"

#include <math.h>

#include "base/alloc.h"

/* ---- marks ---- */

static void init_marks(graph_marks *marks, uint32_t node_count)
{
    marks->stamp = alloc_zeroed(node_count + 1, sizeof(uint32_t));
    marks->now = 1;
}

void graph_unmark(graph_marks *marks, uint32_t node_count)
{
    marks->nodes.size = 0;
    if (++marks->now == 0) {
        memset(marks->stamp, 0, node_count * sizeof(uint32_t));
        marks->now = 1;
    }
}

void graph_mark(graph_marks *marks, uint32_t node)
{
    assert(!graph_is_marked(marks, node));
    marks->stamp[node] = marks->now;
    vec_push(&marks->nodes, node);
}

static void clear_marks(graph_marks *marks)
{
    free(marks->stamp);
    vec_clear(&marks->nodes);
}

/* ---- building ---- */

void graph_clear(graph *g)
{
    vec_clear(&g->static_edges);
    vec_clear(&g->edges);
    free(g->first_out);
    free(g->out);
    free(g->first_in);
    free(g->in);
    free(g->last_out);
    free(g->last_in);
    free(g->level);
    graph_marks *marks[] = {&g->backward, &g->forward, &g->old_before, &g->old_after};
    for (uint32_t i = 0; i < sizeof marks / sizeof *marks; i++)
        clear_marks(marks[i]);
}

/* Buckets of the static edges by one of their ends. */
static void bucket_edges(const graph *g, bool by_from, uint32_t **first, uint32_t **list)
{
    uint32_t *start = alloc_zeroed(g->node_count + 2, sizeof(uint32_t));
    *list = alloc_bytes((g->static_edges.size + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < g->static_edges.size; i++)
        start[(by_from ? g->static_edges.data[i].from : g->static_edges.data[i].to) + 2]++;
    for (uint32_t n = 1; n < g->node_count + 2; n++)
        start[n] += start[n - 1];
    for (uint32_t i = 0; i < g->static_edges.size; i++) {
        const graph_pair *e = &g->static_edges.data[i];
        (*list)[start[(by_from ? e->from : e->to) + 1]++] = by_from ? e->to : e->from;
    }
    *first = start;
}

/* At first, a node's level is the length of the longest path to it: so most of the order is known from the start. */
static void set_first_levels(graph *g)
{
    uint32_t *order = alloc_bytes((g->node_count + 1) * sizeof(uint32_t));
    graph_sort(g, order);
    for (uint32_t i = 0; i < g->node_count; i++) {
        uint32_t n = order[i];
        for (uint32_t k = g->first_out[n]; k < g->first_out[n + 1]; k++)
            if (g->level[g->out[k]] < g->level[n] + 1)
                g->level[g->out[k]] = g->level[n] + 1;
    }
    for (uint32_t i = 0; i < g->static_edges.size; i++)
        assert(g->level[g->static_edges.data[i].from] < g->level[g->static_edges.data[i].to] && "a static cycle");
    free(order);
}

void graph_finish(graph *g)
{
    assert(g->level == NULL && g->edges.size == 0);
    bucket_edges(g, true, &g->first_out, &g->out);
    bucket_edges(g, false, &g->first_in, &g->in);
    g->last_out = alloc_bytes((g->node_count + 1) * sizeof(uint32_t));
    g->last_in = alloc_bytes((g->node_count + 1) * sizeof(uint32_t));
    memset(g->last_out, 0xff, (g->node_count + 1) * sizeof(uint32_t));
    memset(g->last_in, 0xff, (g->node_count + 1) * sizeof(uint32_t));
    g->level = alloc_zeroed(g->node_count + 1, sizeof(uint32_t));
    graph_marks *marks[] = {&g->backward, &g->forward, &g->old_before, &g->old_after};
    for (uint32_t i = 0; i < sizeof marks / sizeof *marks; i++)
        init_marks(marks[i], g->node_count);
    set_first_levels(g);
}

/* ---- the stack of edges ---- */

void graph_push(graph *g, uint32_t from, uint32_t to, int reason1, int reason2)
{
    assert(from != to && (g->searches_all || g->level[from] <= g->level[to]));
    vec_push(&g->edges, (graph_edge){from, to, {reason1, reason2}, g->last_out[from], g->last_in[to]});
    g->last_out[from] = g->last_in[to] = g->edges.size - 1;
}

void graph_pop(graph *g)
{
    graph_edge e = vec_pop(&g->edges);
    assert(g->last_out[e.from] == g->edges.size && g->last_in[e.to] == g->edges.size);
    g->last_out[e.from] = e.next_out;
    g->last_in[e.to] = e.next_in;
}

/* ---- cycle detection ---- */

/* Marks nodes of the same level from which `from` is reachable. Returns 1 if `to` is one of them, -1 if the search
 * was given up because it got too long, else 0. */
static int search_backward(graph *g, uint32_t from, uint32_t to)
{
    uint64_t budget = (uint64_t)sqrt((double)(g->static_edges.size + g->edges.size)) + 1;
    uint32_t level = g->level[from], edge;
    graph_unmark(&g->backward, g->node_count);
    graph_mark(&g->backward, from);
    for (uint32_t i = 0; i < g->backward.nodes.size; i++) {
        uint32_t node = g->backward.nodes.data[i];
        graph_walk walk = graph_walk_in(g, node);
        for (uint32_t n; (n = graph_next_in(g, &walk, &edge)) != GRAPH_NONE;) {
            if (n == to)
                return 1;
            if (g->level[n] != level || graph_is_marked(&g->backward, n))
                continue;
            g->searched++;
            if (budget-- == 0)
                return -1;
            graph_mark(&g->backward, n);
        }
    }
    return 0;
}

typedef struct raised_node {
    uint32_t node, old_level;
} raised_node;

typedef VEC(raised_node) raised_nodes;

static void raise_level(graph *g, raised_nodes *raised, uint32_t node, uint32_t level)
{
    assert(g->level[node] < level);
    vec_push(raised, (raised_node){node, g->level[node]});
    g->level[node] = level;
}

/* Raises `to`, and what is after it, to at least `level`. False, with all levels as before, if that comes to a node
 * that is before the new edge. */
static bool raise_levels(graph *g, uint32_t to, uint32_t level)
{
    raised_nodes raised = {0};
    bool is_acyclic = true;
    uint32_t edge;
    raise_level(g, &raised, to, level);
    for (uint32_t i = 0; i < raised.size && is_acyclic; i++) {
        uint32_t node = raised.data[i].node;
        graph_walk walk = graph_walk_out(g, node);
        for (uint32_t n; is_acyclic && (n = graph_next_out(g, &walk, &edge)) != GRAPH_NONE;) {
            g->searched++;
            if (graph_is_marked(&g->backward, n))
                is_acyclic = false;
            else if (g->level[n] < level)
                raise_level(g, &raised, n, level);
        }
    }
    if (!is_acyclic)
        for (uint32_t i = raised.size; i-- > 0;)
            g->level[raised.data[i].node] = raised.data[i].old_level;
    g->raised += raised.size;
    vec_clear(&raised);
    return is_acyclic;
}

bool graph_fits(graph *g, uint32_t from, uint32_t to)
{
    assert(from < g->node_count && to < g->node_count);
    if (from == to)
        return false;
    if (g->searches_all) {
        graph_mark_after(g, to, &g->forward);
        g->searched += g->forward.nodes.size;
        return !graph_is_marked(&g->forward, from);
    }
    if (g->level[from] < g->level[to])
        return true;
    int found = search_backward(g, from, to);
    if (found > 0)
        return false;
    uint32_t level = g->level[from] + (found < 0);
    return g->level[to] >= level || raise_levels(g, to, level);
}

/* ---- searching ---- */

/* These searches are where the theory spends its time: no iterator, and no growing of the list, which has room for all
 * nodes. */
static inline void meet(graph_marks *marks, const graph_marks *without, uint32_t node)
{
    if (marks->stamp[node] == marks->now || (without && without->stamp[node] == without->now))
        return;
    marks->stamp[node] = marks->now;
    marks->nodes.data[marks->nodes.size++] = node;
}

static void start_search(const graph *g, uint32_t start, graph_marks *marks, const graph_marks *without)
{
    assert(start < g->node_count);
    graph_unmark(marks, g->node_count);
    vec_reserve(&marks->nodes, g->node_count);
    meet(marks, without, start);
}

/* Marks what is reachable from the start without nodes that are marked in `without` (NULL: with all). */
static void mark_after(graph *g, uint32_t start, graph_marks *marks, const graph_marks *without)
{
    start_search(g, start, marks, without);
    for (uint32_t i = 0; i < marks->nodes.size; i++) {
        uint32_t node = marks->nodes.data[i];
        for (uint32_t k = g->first_out[node]; k < g->first_out[node + 1]; k++)
            meet(marks, without, g->out[k]);
        for (uint32_t e = g->last_out[node]; e != GRAPH_NONE; e = g->edges.data[e].next_out)
            meet(marks, without, g->edges.data[e].to);
    }
}

static void mark_before(graph *g, uint32_t start, graph_marks *marks, const graph_marks *without)
{
    start_search(g, start, marks, without);
    for (uint32_t i = 0; i < marks->nodes.size; i++) {
        uint32_t node = marks->nodes.data[i];
        for (uint32_t k = g->first_in[node]; k < g->first_in[node + 1]; k++)
            meet(marks, without, g->in[k]);
        for (uint32_t e = g->last_in[node]; e != GRAPH_NONE; e = g->edges.data[e].next_in)
            meet(marks, without, g->edges.data[e].from);
    }
}

void graph_mark_after(graph *g, uint32_t start, graph_marks *marks)
{
    mark_after(g, start, marks, NULL);
}

void graph_mark_before(graph *g, uint32_t start, graph_marks *marks)
{
    mark_before(g, start, marks, NULL);
}

void graph_mark_new(graph *g, uint32_t from, uint32_t to)
{
    mark_after(g, from, &g->old_after, NULL);
    mark_after(g, to, &g->forward, &g->old_after);
    graph_unmark(&g->backward, g->node_count);
    if (g->forward.nodes.size == 0)
        return;
    mark_before(g, to, &g->old_before, NULL);
    mark_before(g, from, &g->backward, &g->old_before);
}

/* Depth first, writing nodes from the back as they are left. */
void graph_sort(const graph *g, uint32_t *order)
{
    typedef struct frame {
        uint32_t node;
        graph_walk walk;
    } frame;
    VEC(frame) stack = {0};
    uint8_t *is_seen = alloc_zeroed(g->node_count + 1, 1);
    uint32_t at = g->node_count, edge;
    for (uint32_t start = g->node_count; start-- > 0;) {
        if (is_seen[start])
            continue;
        is_seen[start] = 1;
        vec_push(&stack, (frame){start, graph_walk_out(g, start)});
        while (stack.size > 0) {
            uint32_t n = graph_next_out(g, &vec_last(&stack)->walk, &edge);
            if (n == GRAPH_NONE) {
                order[--at] = vec_pop(&stack).node;
            } else if (!is_seen[n]) {
                is_seen[n] = 1;
                vec_push(&stack, (frame){n, graph_walk_out(g, n)});
            }
        }
    }
    free(is_seen);
    vec_clear(&stack);
}
