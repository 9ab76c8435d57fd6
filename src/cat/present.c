/* Why a pair is in the value of a node: by its cheapest derivation. */
#include "cat/walk.h"

static void tell_fr(walk *w, uint32_t read, uint32_t write)
{
    uint32_t source = w->s->x->sources[read];
    walk_tell_rf(w, source, read);
    if (session_is_initial(w->s, source))
        walk_tell_place(w, CAT_FACT_SAME, read, write);
    else
        walk_tell_co(w, source, write);
}

/* Of two operands that both have the pair or one of which has it, the one that costs less. */
static void want_cheaper(walk *w, const cat_node *n, const walk_goal *g)
{
    bool is_first = session_cost_of(w->s, n->a, g->a, g->b) <= session_cost_of(w->s, n->b, g->a, g->b);
    walk_want(w, is_first ? n->a : n->b, g->a, g->b, false);
}

static void want_composition(walk *w, const cat_node *n, const walk_goal *g)
{
    const cat_session *s = w->s;
    session_cost least = SESSION_NO_COST;
    uint32_t best = 0;
    const uint64_t *row = cat_row_const(s->size, s->values[n->a], g->a);
    for (uint32_t m = cat_bits_next(s->size, row, 0); m < s->size.count; m = cat_bits_next(s->size, row, m + 1)) {
        session_cost cost = session_add_costs(session_cost_of(s, n->a, g->a, m), session_cost_of(s, n->b, m, g->b));
        if (cost < least) {
            least = cost;
            best = m;
        }
    }
    walk_want(w, n->a, g->a, best, false);
    walk_want(w, n->b, best, g->b, false);
}

/* The first step of the cheapest way, and the rest of it. */
static void want_way(walk *w, const cat_node *n, const walk_goal *g)
{
    const cat_session *s = w->s;
    session_cost whole = session_cost_of(s, g->node, g->a, g->b);
    if (session_cost_of(s, n->a, g->a, g->b) == whole) {
        walk_want(w, n->a, g->a, g->b, false);
        return;
    }
    uint32_t m = 0;
    while (session_add_costs(session_cost_of(s, n->a, g->a, m), session_cost_of(s, g->node, m, g->b)) != whole)
        m++;
    walk_want(w, n->a, g->a, m, false);
    walk_want(w, g->node, m, g->b, false);
}

/* A pair that has the event on one side. */
static void want_some(walk *w, const cat_node *n, uint32_t a)
{
    bool is_range = n->op == CAT_RANGE;
    uint32_t best = 0;
    session_cost least = SESSION_NO_COST;
    for (uint32_t b = 0; b < w->s->size.count; b++) {
        session_cost cost = is_range ? session_cost_of(w->s, n->a, b, a) : session_cost_of(w->s, n->a, a, b);
        if (cost < least) {
            least = cost;
            best = b;
        }
    }
    walk_want(w, n->a, is_range ? best : a, is_range ? a : best, false);
}

static void tell_given(walk *w, cat_op op, const walk_goal *g)
{
    walk_tell_event(w, g->a);
    if (cat_op_type(op) == CAT_RELATION)
        walk_tell_event(w, g->b);
    if (op == CAT_RF)
        walk_tell_rf(w, g->a, g->b);
    else if (op == CAT_CO)
        walk_tell_co(w, g->a, g->b);
    else if (op == CAT_FR)
        tell_fr(w, g->a, g->b);
    else if (op == CAT_LOC)
        walk_tell_place(w, CAT_FACT_SAME, g->a, g->b);
}

void walk_present(walk *w, const walk_goal *g)
{
    const cat_node *n = session_node(w->s, g->node);
    if (w->s->classes[g->node] == SESSION_LOCAL) {
        walk_tell_event(w, g->a);
        if (!session_is_set(w->s, g->node))
            walk_tell_event(w, g->b);
        return;
    }
    switch (n->op) {
    case CAT_OR:
    case CAT_SET_OR:
        want_cheaper(w, n, g);
        break;
    case CAT_AND:
    case CAT_SET_AND:
    case CAT_MINUS:
    case CAT_SET_MINUS:
        walk_want(w, n->a, g->a, g->b, false);
        walk_want(w, n->b, g->a, g->b, n->op == CAT_MINUS || n->op == CAT_SET_MINUS);
        break;
    case CAT_THEN:
        want_composition(w, n, g);
        break;
    case CAT_CROSS:
        walk_want(w, n->a, g->a, 0, false);
        walk_want(w, n->b, g->b, 0, false);
        break;
    case CAT_ID_OF:
    case CAT_REC:
    case CAT_SET_REC:
        walk_want(w, n->a, g->a, g->b, false);
        break;
    case CAT_INVERSE:
        walk_want(w, n->a, g->b, g->a, false);
        break;
    case CAT_PLUS:
        want_way(w, n, g);
        break;
    case CAT_DOMAIN:
    case CAT_RANGE:
        want_some(w, n, g->a);
        break;
    default:
        tell_given(w, (cat_op)n->op, g);
    }
}
