#include "engine/refine/candidate.h"

enum { MAX_FORESEEN = 50 };

/* It would be before what is before it. */
static bool foresee_cycle(candidate *c, uint32_t rf)
{
    const facts_rf *f = &c->f->rf.data[rf];
    const facts_access *w = &c->f->writes.data[f->write], *r = &c->f->reads.data[f->read];
    if (!f->is_global || w->node == FACTS_NONE || !event_graph_is_before(c->g, r->point, w->point))
        return false;
    candidate_add_edge(c, candidate_reason(c, rf, NULL), w->point, r->point);
    return true;
}

/* Something that is known to overwrite its source is before it. */
static bool foresee_overwritten(candidate *c, candidate_values values, uint32_t rf)
{
    const facts *f = c->f;
    uint32_t write = f->rf.data[rf].write, read = f->rf.data[rf].read;
    for (uint32_t i = f->ws_of.first[write]; i < f->ws_of.first[write + 1]; i++) {
        const facts_ws *ws = &f->ws.data[f->ws_of.entries[i]];
        if (!candidate_sees(c, read, ws->other) || values.value(values.solver, ws->literal) <= 0)
            continue;
        event_edge why = candidate_reason(c, rf, NULL);
        candidate_add_literal(c, &why, ws->literal);
        candidate_add_from_read(c, why, read, ws->other);
        return true;
    }
    return false;
}

/* The same for what comes after its source here. */
static bool foresee_passed(candidate *c, candidate_values values, uint32_t rf)
{
    const facts *f = c->f;
    uint32_t write = f->rf.data[rf].write, read = f->rf.data[rf].read;
    const facts_access *w = &f->writes.data[write];
    for (uint32_t i = f->pairs_of.first[write]; i < f->pairs_of.first[write + 1]; i++) {
        const facts_pair *pair = &f->pairs.data[f->pairs_of.entries[i]];
        uint32_t other = pair->write == write ? pair->other : pair->write;
        if (!event_graph_is_before(c->g, w->point, f->writes.data[other].point) || !candidate_sees(c, read, other) ||
            !candidate_holds(pair, values, w->guard))
            continue;
        event_edge why = candidate_reason(c, rf, pair);
        why.path_from = w->point;
        why.path_to = f->writes.data[other].point;
        candidate_add_from_read(c, why, read, other);
        return true;
    }
    return false;
}

void candidate_foresee(candidate *c, candidate_values values)
{
    uint32_t edges = c->g->edges.size;
    for (uint32_t i = 0; i < c->f->rf.size && c->conflicts.size < MAX_FORESEEN; i++)
        if (values.value(values.solver, c->f->rf.data[i].literal) == 0 && !foresee_cycle(c, i) &&
            !foresee_overwritten(c, values, i))
            foresee_passed(c, values, i);
    assert(c->g->edges.size == edges); /* all were refused */
    (void)edges;
}
