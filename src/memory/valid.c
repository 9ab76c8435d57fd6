/* Do accesses and relations hold what their headers promise? For asserts: looks at everything. */
#include "base/alloc.h"
#include "memory/graph.h"
#include "memory/ws.h"

/* ---- accesses ---- */

static bool is_access_valid(const memory *m, const memory_access *a)
{
    const symex_event *event = &m->s->events.data[a->event];
    if (event->kind != (a->is_write ? SYMEX_WRITE : SYMEX_READ) || a->cell_count == 0 ||
        (uint64_t)a->first_cell + a->cell_count > m->may.size)
        return false;
    for (uint32_t i = 0; i < a->cell_count; i++) {
        uint32_t cell = m->may.data[a->first_cell + i];
        if (cell >= m->cells.size || m->cells.data[cell].size != a->size)
            return false;
    }
    return true;
}

bool memory_is_valid(const memory *m)
{
    uint32_t events = m->s->events.size;
    if (m->first_access[0] != 0 || m->first_access[events] != m->accesses.size)
        return false;
    for (uint32_t e = 0; e < events; e++) {
        if (m->first_access[e] > m->first_access[e + 1])
            return false;
        for (uint32_t a = m->first_access[e]; a < m->first_access[e + 1]; a++)
            if (m->accesses.data[a].event != e || !is_access_valid(m, &m->accesses.data[a]))
                return false;
    }
    return true;
}

static bool is_write(const memory *m, uint32_t access)
{
    return access < m->accesses.size && m->accesses.data[access].is_write;
}

/* ---- candidates ---- */

bool memory_candidates_are_valid(const memory *m, const memory_candidates *c)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < c->reads.size; i++) {
        const memory_read *read = &c->reads.data[i];
        if (read->access >= m->accesses.size || m->accesses.data[read->access].is_write)
            return false;
        if (read->first != next || read->count == 0 || read->count > c->candidates.size - next ||
            (i > 0 && read->access <= c->reads.data[i - 1].access))
            return false;
        for (uint32_t k = 0; k < read->count; k++) {
            const memory_candidate *candidate = &c->candidates.data[read->first + k];
            if ((candidate->write != IR_NONE && !is_write(m, candidate->write)) || candidate->condition == TERM_FALSE)
                return false;
        }
        next += read->count;
    }
    return next == c->candidates.size;
}

/* ---- ws ---- */

/* What is known of two writes of one thread is their program order. */
static bool is_pair_valid(const memory *m, const memory_ws_pair *pair)
{
    if (!is_write(m, pair->write) || !is_write(m, pair->other) || pair->condition == TERM_FALSE)
        return false;
    uint32_t a = m->accesses.data[pair->write].event, b = m->accesses.data[pair->other].event;
    bool is_own = m->s->events.data[a].thread == m->s->events.data[b].thread;
    return is_own ? pair->is_known && pair->write < pair->other : pair->write != pair->other;
}

bool memory_ws_is_valid(const memory *m, const memory_ws *ws)
{
    for (uint32_t i = 0; i < ws->pairs.size; i++)
        if (!is_pair_valid(m, &ws->pairs.data[i]))
            return false;
    for (uint32_t i = 0; i < ws->initials.size; i++) {
        const memory_initial *initial = &ws->initials.data[i];
        bool has_place = initial->cell != IR_NONE ? initial->cell < m->cells.size
                                                  : initial->read < m->accesses.size && !is_write(m, initial->read);
        if (!has_place || (uint64_t)initial->first + initial->count > ws->overwrites.size)
            return false;
    }
    for (uint32_t i = 0; i < ws->overwrites.size; i++)
        if (!is_write(m, ws->overwrites.data[i].other))
            return false;
    return true;
}

/* ---- the graph ---- */

static bool are_nodes_in_range(const memory *m, const memory_graph *graph)
{
    for (uint32_t i = 0; i < m->s->events.size; i++)
        if (graph->node[i] != IR_NONE && graph->node[i] >= graph->node_count)
            return false;
    for (uint32_t i = 0; i < graph->edges.size; i++)
        if (graph->edges.data[i].from >= graph->node_count || graph->edges.data[i].to >= graph->node_count)
            return false;
    return true;
}

/* The edges that are always there, by the node that they come from: those of node n end at starts[n + 1]. */
static void sort_static_edges(const memory_graph *graph, uint32_t *starts, uint32_t *targets)
{
    for (uint32_t i = 0; i < graph->edges.size; i++)
        if (graph->edges.data[i].condition == TERM_TRUE)
            starts[graph->edges.data[i].from + 1]++;
    for (uint32_t n = 0; n < graph->node_count; n++)
        starts[n + 1] += starts[n];
    uint32_t *next = alloc_bytes(((size_t)graph->node_count + 1) * sizeof(uint32_t));
    memcpy(next, starts, ((size_t)graph->node_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < graph->edges.size; i++)
        if (graph->edges.data[i].condition == TERM_TRUE)
            targets[next[graph->edges.data[i].from]++] = graph->edges.data[i].to;
    free(next);
}

/* Can all nodes be taken away, one after the other, that no edge leads to? */
static bool is_acyclic(const memory_graph *graph)
{
    size_t nodes = (size_t)graph->node_count + 1;
    uint32_t *starts = alloc_zeroed(nodes, sizeof(uint32_t)), *incoming = alloc_zeroed(nodes, sizeof(uint32_t));
    uint32_t *targets = alloc_bytes(((size_t)graph->edges.size + 1) * sizeof(uint32_t));
    VEC(uint32_t) free_nodes = {0};
    sort_static_edges(graph, starts, targets);
    for (uint32_t i = 0; i < starts[graph->node_count]; i++)
        incoming[targets[i]]++;
    for (uint32_t n = 0; n < graph->node_count; n++)
        if (incoming[n] == 0)
            vec_push(&free_nodes, n);
    for (uint32_t i = 0; i < free_nodes.size; i++) {
        uint32_t n = free_nodes.data[i];
        for (uint32_t k = starts[n]; k < starts[n + 1]; k++)
            if (--incoming[targets[k]] == 0)
                vec_push(&free_nodes, targets[k]);
    }
    bool result = free_nodes.size == graph->node_count;
    vec_clear(&free_nodes);
    free(starts);
    free(incoming);
    free(targets);
    return result;
}

bool memory_graph_is_valid(const memory *m, const memory_graph *graph)
{
    return are_nodes_in_range(m, graph) && is_acyclic(graph);
}
