/* Unit-edge propagation: literals that would close a cycle are false.
 *
 * A new edge u -> v makes a path from every node before u (set B) to every node after v (set F). What is after u anyway
 * need not be in F, nor what is before v in B: a path from or to it is not new. So the literals to look at are
 *
 *   - of an edge from F to B;
 *   - rf(w, r) with r in F, if w is known to be overwritten by a write in B, because that gives r -> B;
 *   - ws(w, w') with w' in B, if some r in F is known to read from w, for the same reason.
 *
 * The last two together with the clause that one of two writes overwrites the other derive most of ws from rf and
 * paths: "e1 rf e2, e3 before e2, e3 writes the same place: then e3 is before e1", and its mirror image. O(edges there)
 * for a new edge, in practice a few hundred. */
#include "ord/state.h"

static bool is_open(const ord *o, int literal)
{
    return sat_theory_value(o->solver, literal) == 0;
}

static void make_false(ord *o, int literal, cause why)
{
    uint32_t variable = (uint32_t)(literal > 0 ? literal : -literal);
    assert(is_open(o, literal));
    LOG(ord, "makes %d false", literal);
    why.edges = o->graph.edges.size;
    if (variable >= o->causes.size)
        vec_resize(&o->causes, variable + 1);
    o->causes.data[variable] = why;
    sat_theory_propagate(o->solver, -literal);
}

static bool is_before_edge(const ord *o, uint32_t node)
{
    return node != ORD_NONE && graph_is_marked(&o->graph.backward, node);
}

static void close_edges(ord *o, uint32_t node)
{
    const id_list *atoms = &o->out_atoms.data[node];
    for (uint32_t i = 0; i < atoms->size; i++) {
        const atom *a = ord_atom_at(o, atoms->data[i]);
        if (is_before_edge(o, a->to) && is_open(o, a->literal)) {
            o->stats.unit_edges++;
            make_false(o, a->literal, (cause){.start = a->to, .goal = node});
        }
    }
}

/* The read has a source: which writes cannot overwrite that? */
static void close_ws(ord *o, const ord_read *r)
{
    assert(r->source != ORD_NONE);
    const atom *source = ord_atom_at(o, r->source);
    const id_list *ws = &o->writes.data[source->write].ws;
    for (uint32_t i = 0; i < ws->size; i++) {
        const atom *a = ord_atom_at(o, ws->data[i]);
        uint32_t node = o->writes.data[a->other].at.node;
        if (is_before_edge(o, node) && is_open(o, a->literal)) {
            o->stats.unit_fr++;
            make_false(o, a->literal, (cause){.start = node, .goal = r->at.node, .other = source->literal});
        }
    }
}

/* The read has no source yet: which writes have been overwritten? */
static void close_rf(ord *o, const ord_read *r)
{
    assert(r->source == ORD_NONE);
    for (uint32_t i = 0; i < r->rf.size; i++) {
        const atom *a = ord_atom_at(o, r->rf.data[i]);
        const id_list *after = &o->writes.data[a->write].after;
        if (after->size == 0 || !is_open(o, a->literal))
            continue;
        for (uint32_t k = 0; k < after->size; k++) {
            const atom *ws = ord_atom_at(o, after->data[k]);
            uint32_t node = o->writes.data[ws->other].at.node;
            if (is_before_edge(o, node)) {
                o->stats.unit_fr++;
                make_false(o, a->literal, (cause){.start = node, .goal = r->at.node, .other = ws->literal});
                break;
            }
        }
    }
}

void ord_propagate_edge(ord *o)
{
    assert(!o->is_in_conflict);
    const graph *g = &o->graph;
    o->stats.unit_searched += g->backward.nodes.size + g->forward.nodes.size;
    for (uint32_t i = 0; i < g->forward.nodes.size; i++) {
        uint32_t node = g->forward.nodes.data[i];
        close_edges(o, node);
        const id_list *reads = &o->node_reads.data[node];
        for (uint32_t k = 0; k < reads->size && !o->options.no_derive; k++) {
            const ord_read *r = &o->reads.data[reads->data[k]];
            if (r->source != ORD_NONE)
                close_ws(o, r);
            else
                close_rf(o, r);
        }
    }
}

/* Is the write before the read, by a path (backward or forward marks tell) or in their thread? Inside of one node, it
 * is their positions that count. */
static bool find_cause(const ord_write *w, const ord_read *r, const graph_marks *marks, uint32_t marked, cause *why)
{
    *why = (cause){.start = ORD_NONE};
    if (ord_is_own_earlier(w, r))
        return true;
    *why = (cause){.start = w->at.node, .goal = r->at.node};
    return w->at.node != r->at.node && marked != ORD_NONE && graph_is_marked(marks, marked);
}

static void close_other_sources(ord *o, const ord_read *r, uint32_t source)
{
    for (uint32_t i = 0; i < r->rf.size; i++) {
        const atom *a = ord_atom_at(o, r->rf.data[i]);
        if (r->rf.data[i] != source && is_open(o, a->literal)) {
            o->stats.unit_rf++;
            make_false(o, a->literal, (cause){.start = ORD_NONE, .other = ord_atom_at(o, source)->literal});
        }
    }
}

static bool has_open(const ord *o, const id_list *atoms)
{
    for (uint32_t i = 0; i < atoms->size; i++)
        if (is_open(o, ord_atom_at(o, atoms->data[i])->literal))
            return true;
    return false;
}

void ord_propagate_rf(ord *o, uint32_t id)
{
    assert(o->reads.data[ord_atom_at(o, id)->other].source == id);
    const atom *rf = ord_atom_at(o, id);
    const ord_read *r = &o->reads.data[rf->other];
    const id_list *ws = &o->writes.data[rf->write].ws;
    close_other_sources(o, r, id);
    if (o->options.no_derive || !has_open(o, ws))
        return;
    graph_mark_before(&o->graph, r->at.node, &o->graph.backward);
    o->stats.unit_searched += o->graph.backward.nodes.size;
    for (uint32_t i = 0; i < ws->size; i++) {
        const atom *a = ord_atom_at(o, ws->data[i]);
        const ord_write *w = &o->writes.data[a->other];
        cause why;
        if (is_open(o, a->literal) && find_cause(w, r, &o->graph.backward, w->at.node, &why)) {
            o->stats.unit_fr++;
            why.other = rf->literal;
            make_false(o, a->literal, why);
        }
    }
}

void ord_propagate_ws(ord *o, uint32_t id)
{
    const atom *ws = ord_atom_at(o, id);
    const ord_write *w = &o->writes.data[ws->other];
    const id_list *rf = &o->writes.data[ws->write].rf;
    if (o->options.no_derive || !has_open(o, rf))
        return;
    graph_mark_after(&o->graph, w->at.node, &o->graph.forward);
    o->stats.unit_searched += o->graph.forward.nodes.size;
    for (uint32_t i = 0; i < rf->size; i++) {
        const atom *a = ord_atom_at(o, rf->data[i]);
        const ord_read *r = &o->reads.data[a->other];
        cause why;
        if (is_open(o, a->literal) && find_cause(w, r, &o->graph.forward, r->at.node, &why)) {
            o->stats.unit_fr++;
            why.other = ws->literal;
            make_false(o, a->literal, why);
        }
    }
}
