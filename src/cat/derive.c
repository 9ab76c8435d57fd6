/* Walks derivations down to facts. A goal is a pair that is, or is not, in the value of a node; each is replaced by
 * goals about operands that together imply it, as cat/evaluate.h says, until facts are left. */
#include "cat/session.h"

#include "base/map.h"

typedef struct goal {
    uint32_t node, a, b; /* of a set b is 0 */
    bool is_absent;
} goal;

typedef struct walk {
    cat_session *s;
    cat_reason *reason;
    VEC(goal) open;
    map seen;
    bool tells_all; /* there is no better reason than all of the execution */
} walk;

static void want(walk *w, uint32_t node, uint32_t a, uint32_t b, bool is_absent)
{
    uint64_t count = w->s->size.count, set = session_is_set(w->s, node);
    uint64_t key = ((((uint64_t)node * 2 + is_absent) * count) + a) * count + (set ? 0 : b);
    if (map_find(&w->seen, key))
        return;
    map_put(&w->seen, key, 1);
    vec_push(&w->open, (goal){node, a, set ? 0 : b, is_absent});
}

/* ---- facts ---- */

static void tell(walk *w, cat_fact_kind kind, uint32_t a, uint32_t b)
{
    vec_push(&w->reason->facts, (cat_fact){kind, a, b});
}

static void tell_event(walk *w, uint32_t a)
{
    if (!session_is_initial(w->s, a))
        tell(w, CAT_FACT_EVENT, a, 0);
}

static void tell_place(walk *w, cat_fact_kind kind, uint32_t a, uint32_t b)
{
    if (a != b && !w->s->places_are_fixed)
        tell(w, kind, a < b ? a : b, a < b ? b : a);
}

static void tell_rf(walk *w, uint32_t write, uint32_t read)
{
    tell(w, CAT_FACT_RF, write, read);
    tell_event(w, write);
    tell_event(w, read);
}

static void tell_co(walk *w, uint32_t a, uint32_t b)
{
    tell_event(w, a);
    tell_event(w, b);
    if (session_is_initial(w->s, a))
        tell_place(w, CAT_FACT_SAME, a, b);
    else
        tell(w, CAT_FACT_CO, a, b);
}

static void tell_fr(walk *w, uint32_t read, uint32_t write)
{
    uint32_t source = w->s->x->sources[read];
    tell_rf(w, source, read);
    if (session_is_initial(w->s, source))
        tell_place(w, CAT_FACT_SAME, read, write);
    else
        tell_co(w, source, write);
}

/* ---- what is in a value ---- */

/* Of two operands that both have the pair or one of which has it, the one that costs less. */
static void want_cheaper(walk *w, const cat_node *n, const goal *g)
{
    bool is_first = session_cost_of(w->s, n->a, g->a, g->b) <= session_cost_of(w->s, n->b, g->a, g->b);
    want(w, is_first ? n->a : n->b, g->a, g->b, false);
}

static void want_composition(walk *w, const cat_node *n, const goal *g)
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
    want(w, n->a, g->a, best, false);
    want(w, n->b, best, g->b, false);
}

/* The first step of the cheapest way, and the rest of it. */
static void want_way(walk *w, const cat_node *n, const goal *g)
{
    const cat_session *s = w->s;
    session_cost whole = session_cost_of(s, g->node, g->a, g->b);
    if (session_cost_of(s, n->a, g->a, g->b) == whole) {
        want(w, n->a, g->a, g->b, false);
        return;
    }
    uint32_t m = 0;
    while (session_add_costs(session_cost_of(s, n->a, g->a, m), session_cost_of(s, g->node, m, g->b)) != whole)
        m++;
    want(w, n->a, g->a, m, false);
    want(w, g->node, m, g->b, false);
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
    want(w, n->a, is_range ? best : a, is_range ? a : best, false);
}

static void tell_given(walk *w, cat_op op, const goal *g)
{
    tell_event(w, g->a);
    if (cat_op_type(op) == CAT_RELATION)
        tell_event(w, g->b);
    if (op == CAT_RF)
        tell_rf(w, g->a, g->b);
    else if (op == CAT_CO)
        tell_co(w, g->a, g->b);
    else if (op == CAT_FR)
        tell_fr(w, g->a, g->b);
    else if (op == CAT_LOC)
        tell_place(w, CAT_FACT_SAME, g->a, g->b);
}

static void walk_present(walk *w, const goal *g)
{
    const cat_node *n = session_node(w->s, g->node);
    if (w->s->classes[g->node] == SESSION_LOCAL) {
        tell_event(w, g->a);
        if (!session_is_set(w->s, g->node))
            tell_event(w, g->b);
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
        want(w, n->a, g->a, g->b, false);
        want(w, n->b, g->a, g->b, n->op == CAT_MINUS || n->op == CAT_SET_MINUS);
        break;
    case CAT_THEN:
        want_composition(w, n, g);
        break;
    case CAT_CROSS:
        want(w, n->a, g->a, 0, false);
        want(w, n->b, g->b, 0, false);
        break;
    case CAT_ID_OF:
    case CAT_REC:
    case CAT_SET_REC:
        want(w, n->a, g->a, g->b, false);
        break;
    case CAT_INVERSE:
        want(w, n->a, g->b, g->a, false);
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

/* ---- what is not in a value ---- */

static void tell_no_others(walk *w)
{
    tell(w, CAT_FACT_NO_OTHERS, 0, 0);
}

static bool has_kind(const walk *w, uint32_t a, uint8_t kind)
{
    return session_event(w->s, a)->kind & kind;
}

static void tell_no_rf(walk *w, uint32_t write, uint32_t read)
{
    bool could_be = write != read && has_kind(w, write, CAT_WRITE) && has_kind(w, read, CAT_READ);
    if (could_be && !(w->s->places_are_fixed && w->s->x->places[write] != w->s->x->places[read]))
        tell(w, CAT_FACT_NOT_RF, write, read);
}

/* Nothing is before an initial write; what is after it is only a matter of places. */
static void tell_no_co(walk *w, uint32_t a, uint32_t b)
{
    const cat_execution *x = w->s->x;
    if (a == b || !has_kind(w, a, CAT_WRITE) || !has_kind(w, b, CAT_WRITE) || session_is_initial(w->s, b))
        return;
    if (x->places[a] != x->places[b])
        tell_place(w, CAT_FACT_DIFFERENT, a, b);
    else
        tell_co(w, b, a);
}

static void tell_no_fr(walk *w, uint32_t read, uint32_t write)
{
    if (read == write || !has_kind(w, read, CAT_READ) || !has_kind(w, write, CAT_WRITE))
        return;
    tell_rf(w, w->s->x->sources[read], read);
    tell_no_co(w, w->s->x->sources[read], write);
}

static void tell_not_given(walk *w, cat_op op, const goal *g)
{
    bool are_accesses = !has_kind(w, g->a, CAT_FENCE) && !has_kind(w, g->b, CAT_FENCE);
    if (op == CAT_RF)
        tell_no_rf(w, g->a, g->b);
    else if (op == CAT_CO)
        tell_no_co(w, g->a, g->b);
    else if (op == CAT_FR)
        tell_no_fr(w, g->a, g->b);
    else if (op == CAT_LOC && are_accesses)
        tell_place(w, CAT_FACT_DIFFERENT, g->a, g->b);
}

/* One of two that is not there: the one that says least. */
static void want_one_absent(walk *w, goal first, goal second)
{
    const cat_session *s = w->s;
    bool can_first = !session_has(s, first.node, first.a, first.b);
    bool can_second = !session_has(s, second.node, second.a, second.b);
    bool is_first = can_first && (!can_second || s->classes[first.node] <= s->classes[second.node]);
    goal g = is_first ? first : second;
    want(w, g.node, g.a, g.b, true);
}

/* For every event in between, one half is missing. */
static void want_no_composition(walk *w, const cat_node *n, const goal *g)
{
    if (session_restricts_first(w->s, n)) {
        want_one_absent(w, (goal){n->a, g->a, g->a, true}, (goal){n->b, g->a, g->b, true});
        return;
    }
    if (session_restricts_second(w->s, n)) {
        want_one_absent(w, (goal){n->a, g->a, g->b, true}, (goal){n->b, g->b, g->b, true});
        return;
    }
    tell_no_others(w);
    for (uint32_t m = 0; m < w->s->size.count; m++)
        want_one_absent(w, (goal){n->a, g->a, m, true}, (goal){n->b, m, g->b, true});
}

/* Nothing leads out of what is reached. */
static void want_no_way(walk *w, const cat_node *n, const goal *g)
{
    const cat_session *s = w->s;
    tell_no_others(w);
    for (uint32_t from = 0; from < s->size.count; from++)
        for (uint32_t to = 0; to < s->size.count && (from == g->a || session_has(s, g->node, g->a, from)); to++)
            if (!session_has(s, g->node, g->a, to))
                want(w, n->a, from, to, true);
}

static void want_none(walk *w, const cat_node *n, uint32_t a)
{
    tell_no_others(w);
    for (uint32_t b = 0; b < w->s->size.count; b++)
        want(w, n->a, n->op == CAT_RANGE ? b : a, n->op == CAT_RANGE ? a : b, true);
}

/* Either the first is not there, or the second is. */
static void want_no_difference(walk *w, const cat_node *n, const goal *g)
{
    bool has_first = session_has(w->s, n->a, g->a, g->b);
    want(w, has_first ? n->b : n->a, g->a, g->b, !has_first);
}

static void walk_absent(walk *w, const goal *g)
{
    const cat_node *n = session_node(w->s, g->node);
    if (w->s->classes[g->node] == SESSION_LOCAL)
        return;
    switch (n->op) {
    case CAT_OR:
    case CAT_SET_OR:
        want(w, n->a, g->a, g->b, true);
        want(w, n->b, g->a, g->b, true);
        break;
    case CAT_AND:
    case CAT_SET_AND:
        want_one_absent(w, (goal){n->a, g->a, g->b, true}, (goal){n->b, g->a, g->b, true});
        break;
    case CAT_MINUS:
    case CAT_SET_MINUS:
        want_no_difference(w, n, g);
        break;
    case CAT_THEN:
        want_no_composition(w, n, g);
        break;
    case CAT_CROSS:
        want_one_absent(w, (goal){n->a, g->a, 0, true}, (goal){n->b, g->b, 0, true});
        break;
    case CAT_ID_OF:
        if (g->a == g->b)
            want(w, n->a, g->a, 0, true);
        break;
    case CAT_INVERSE:
        want(w, n->a, g->b, g->a, true);
        break;
    case CAT_PLUS:
        want_no_way(w, n, g);
        break;
    case CAT_DOMAIN:
    case CAT_RANGE:
        want_none(w, n, g->a);
        break;
    case CAT_REC:
    case CAT_SET_REC:
        w->tells_all = true;
        break;
    default:
        tell_not_given(w, (cat_op)n->op, g);
    }
}

/* ---- axioms ---- */

static void want_failure(walk *w, const cat_axiom *axiom, const session_events *events)
{
    bool is_cycle = axiom->test == CAT_ACYCLIC;
    for (uint32_t i = 0; i < (is_cycle ? events->size : 1); i++) {
        uint32_t a = events->data[i], b = events->data[(i + 1) % events->size];
        w->tells_all |= session_cost_of(w->s, axiom->node, a, b) >= SESSION_MAX_COST;
        want(w, axiom->node, a, b, false);
    }
}

void session_derive(cat_session *s, const cat_axiom *axiom, const session_events *events, cat_reason *out)
{
    walk w = {.s = s, .reason = out, .tells_all = axiom->is_negated};
    if (!axiom->is_negated)
        want_failure(&w, axiom, events);
    while (w.open.size && !w.tells_all) {
        goal g = vec_pop(&w.open);
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
