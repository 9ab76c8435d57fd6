/* Does the theory's state hold what the headers promise? For asserts: each check looks at everything. */
#include "ord/state.h"

static bool is_level_kept(const graph *g, uint32_t from, uint32_t to)
{
    return from < g->node_count && to < g->node_count && (g->searches_all || g->level[from] <= g->level[to]);
}

bool graph_is_valid(const graph *g)
{
    for (uint32_t i = 0; i < g->static_edges.size; i++)
        if (!is_level_kept(g, g->static_edges.data[i].from, g->static_edges.data[i].to))
            return false;
    for (uint32_t i = 0; i < g->edges.size; i++) {
        const graph_edge *e = &g->edges.data[i];
        if (!is_level_kept(g, e->from, e->to) || e->from == e->to)
            return false;
        /* Lists go from newer to older edges of the same node. */
        if (e->next_out != GRAPH_NONE && (e->next_out >= i || g->edges.data[e->next_out].from != e->from))
            return false;
        if (e->next_in != GRAPH_NONE && (e->next_in >= i || g->edges.data[e->next_in].to != e->to))
            return false;
    }
    for (uint32_t n = 0; n < g->node_count; n++) {
        uint32_t out = g->last_out[n], in = g->last_in[n];
        if ((out != GRAPH_NONE && (out >= g->edges.size || g->edges.data[out].from != n)) ||
            (in != GRAPH_NONE && (in >= g->edges.size || g->edges.data[in].to != n)))
            return false;
    }
    return true;
}

static bool is_atom_valid(const ord *o, const atom *a)
{
    uint32_t nodes = o->graph.node_count;
    if (a->literal == 0 || (a->has_edge && (a->from >= nodes || a->to >= nodes || a->from == a->to)))
        return false;
    if (a->next != ORD_NONE && o->atoms.data[a->next].literal != a->literal)
        return false;
    if (a->kind == ATOM_EDGE)
        return a->has_edge;
    return a->write < o->writes.size && a->other < (a->kind == ATOM_RF ? o->reads.size : o->writes.size);
}

static bool are_all_of(const ord *o, const id_list *list, atom_kind kind, uint32_t write)
{
    for (uint32_t i = 0; i < list->size; i++)
        if (list->data[i] >= o->atoms.size || o->atoms.data[list->data[i]].kind != kind ||
            o->atoms.data[list->data[i]].write != write)
            return false;
    return true;
}

/* What is true now is what the undos take back. */
static bool are_undos_valid(const ord *o)
{
    uint32_t counted[UNDO_KINDS] = {0}, sources = 0, readers = 0, after = 0;
    for (uint32_t i = 0; i < o->undos.size; i++)
        counted[o->undos.data[i].kind]++;
    for (uint32_t i = 0; i < o->reads.size; i++)
        sources += o->reads.data[i].source != ORD_NONE;
    for (uint32_t i = 0; i < o->writes.size; i++) {
        readers += o->writes.data[i].readers.size;
        after += o->writes.data[i].after.size;
    }
    return counted[UNDO_EDGE] == o->graph.edges.size && counted[UNDO_SOURCE] == sources &&
           counted[UNDO_READER] == readers && counted[UNDO_AFTER] == after;
}

static bool are_told_valid(const ord *o)
{
    for (uint32_t i = 1; i < o->told.size; i++)
        if (o->told.data[i].level < o->told.data[i - 1].level)
            return false;
    for (uint32_t i = 1; i < o->looked_at; i++)
        if (o->told.data[i].undo_start < o->told.data[i - 1].undo_start)
            return false;
    return o->looked_at <= o->told.size;
}

bool ord_is_valid(const ord *o)
{
    for (uint32_t i = 0; i < o->atoms.size; i++)
        if (!is_atom_valid(o, &o->atoms.data[i]))
            return false;
    for (uint32_t w = 0; w < o->writes.size; w++) {
        const ord_write *write = &o->writes.data[w];
        if (!are_all_of(o, &write->rf, ATOM_RF, w) || !are_all_of(o, &write->readers, ATOM_RF, w) ||
            !are_all_of(o, &write->ws, ATOM_WS, w) || !are_all_of(o, &write->after, ATOM_WS, w))
            return false;
    }
    for (uint32_t r = 0; r < o->reads.size; r++) {
        const ord_read *read = &o->reads.data[r];
        if (read->source != ORD_NONE && o->atoms.data[read->source].other != r)
            return false;
    }
    return graph_is_valid(&o->graph) && are_undos_valid(o) && are_told_valid(o);
}
