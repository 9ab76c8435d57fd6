/* From an axiom that fails to facts. */
#include "cat/walk.h"

static void want_failure(walk *w, const cat_axiom *axiom, const session_events *events)
{
    bool is_cycle = axiom->test == CAT_ACYCLIC;
    for (uint32_t i = 0; i < (is_cycle ? events->size : 1); i++) {
        uint32_t a = events->data[i], b = events->data[(i + 1) % events->size];
        w->tells_all |= session_cost_of(w->s, axiom->node, a, b) >= SESSION_MAX_COST;
        walk_want(w, axiom->node, a, b, false);
    }
}

void session_derive(cat_session *s, const cat_axiom *axiom, const session_events *events, cat_reason *out)
{
    walk w = {.s = s, .reason = out, .tells_all = axiom->is_negated};
    if (!axiom->is_negated)
        want_failure(&w, axiom, events);
    while (w.open.size && !w.tells_all) {
        walk_goal g = vec_pop(&w.open);
        if (g.is_absent)
            walk_absent(&w, &g);
        else
            walk_present(&w, &g);
    }
    if (w.tells_all)
        session_tell_all(s, out);
    vec_clear(&w.open);
    map_clear(&w.seen);
}
