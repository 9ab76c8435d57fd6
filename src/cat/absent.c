/* Why a pair is not in the value of a node. */
#include "cat/walk.h"

static void tell_no_others(walk *w)
{
    walk_tell(w, CAT_FACT_NO_OTHERS, 0, 0);
}

static bool has_kind(const walk *w, uint32_t a, uint8_t kind)
{
    return session_event(w->s, a)->kind & kind;
}

static void tell_no_rf(walk *w, uint32_t write, uint32_t read)
{
    bool could_be = write != read && has_kind(w, write, CAT_WRITE) && has_kind(w, read, CAT_READ);
    if (could_be && !(w->s->places_are_fixed && w->s->x->places[write] != w->s->x->places[read]))
        walk_tell(w, CAT_FACT_NOT_RF, write, read);
}

/* Nothing is before an initial write; what is after it is only a matter of places. */
static void tell_no_co(walk *w, uint32_t a, uint32_t b)
{
    const cat_execution *x = w->s->x;
    if (a == b || !has_kind(w, a, CAT_WRITE) || !has_kind(w, b, CAT_WRITE) || session_is_initial(w->s, b))
        return;
    if (x->places[a] != x->places[b])
        walk_tell_place(w, CAT_FACT_DIFFERENT, a, b);
    else
        walk_tell_co(w, b, a);
}

static void tell_no_fr(walk *w, uint32_t read, uint32_t write)
{
    if (read == write || !has_kind(w, read, CAT_READ) || !has_kind(w, write, CAT_WRITE))
        return;
    walk_tell_rf(w, w->s->x->sources[read], read);
    tell_no_co(w, w->s->x->sources[read], write);
}

static void tell_not_given(walk *w, cat_op op, const walk_goal *g)
{
    bool are_accesses = !has_kind(w, g->a, CAT_FENCE) && !has_kind(w, g->b, CAT_FENCE);
    if (op == CAT_RF)
        tell_no_rf(w, g->a, g->b);
    else if (op == CAT_CO)
        tell_no_co(w, g->a, g->b);
    else if (op == CAT_FR)
        tell_no_fr(w, g->a, g->b);
    else if (op == CAT_LOC && are_accesses)
        walk_tell_place(w, CAT_FACT_DIFFERENT, g->a, g->b);
}

/* How far down is_free looks. */
enum { FREE_DEPTH = 6 };

/* Is it easily known from the two events alone that the pair is not in the value? Then nothing has to be said. */
static bool is_free(const cat_session *s, uint32_t depth, uint32_t node, uint32_t a, uint32_t b)
{
    const cat_node *n = session_node(s, node);
    if (session_has(s, node, a, b))
        return false;
    if (s->classes[node] == SESSION_LOCAL)
        return true;
    switch (depth ? n->op : CAT_OP_COUNT) {
    case CAT_OR:
    case CAT_SET_OR:
        return is_free(s, depth - 1, n->a, a, b) && is_free(s, depth - 1, n->b, a, b);
    case CAT_AND:
    case CAT_SET_AND:
        return is_free(s, depth - 1, n->a, a, b) || is_free(s, depth - 1, n->b, a, b);
    case CAT_MINUS:
    case CAT_SET_MINUS:
        return is_free(s, depth - 1, n->a, a, b);
    case CAT_INVERSE:
        return is_free(s, depth - 1, n->a, b, a);
    case CAT_THEN:
        return (session_restricts_first(s, n) &&
                (is_free(s, depth - 1, n->a, a, a) || is_free(s, depth - 1, n->b, a, b))) ||
               (session_restricts_second(s, n) &&
                (is_free(s, depth - 1, n->a, a, b) || is_free(s, depth - 1, n->b, b, b)));
    default:
        return false;
    }
}

/* One of two that is not there: the one that says least. */
static void want_one_absent(walk *w, walk_goal first, walk_goal second)
{
    const cat_session *s = w->s;
    bool can_first = !session_has(s, first.node, first.a, first.b);
    bool can_second = !session_has(s, second.node, second.a, second.b);
    bool is_second_free = is_free(s, FREE_DEPTH, second.node, second.a, second.b);
    bool is_first =
        can_first && (!can_second || is_free(s, FREE_DEPTH, first.node, first.a, first.b) || !is_second_free);
    walk_goal g = is_first ? first : second;
    walk_want(w, g.node, g.a, g.b, true);
}

/* For every event in between, one half is missing. */
static void want_no_composition(walk *w, const cat_node *n, const walk_goal *g)
{
    if (session_restricts_first(w->s, n)) {
        want_one_absent(w, (walk_goal){n->a, g->a, g->a, true}, (walk_goal){n->b, g->a, g->b, true});
        return;
    }
    if (session_restricts_second(w->s, n)) {
        want_one_absent(w, (walk_goal){n->a, g->a, g->b, true}, (walk_goal){n->b, g->b, g->b, true});
        return;
    }
    tell_no_others(w);
    for (uint32_t m = 0; m < w->s->size.count; m++)
        want_one_absent(w, (walk_goal){n->a, g->a, m, true}, (walk_goal){n->b, m, g->b, true});
}

/* Nothing leads out of what is reached. */
static void want_no_way(walk *w, const cat_node *n, const walk_goal *g)
{
    const cat_session *s = w->s;
    tell_no_others(w);
    for (uint32_t from = 0; from < s->size.count; from++)
        for (uint32_t to = 0; to < s->size.count && (from == g->a || session_has(s, g->node, g->a, from)); to++)
            if (!session_has(s, g->node, g->a, to))
                walk_want(w, n->a, from, to, true);
}

static void want_none(walk *w, const cat_node *n, uint32_t a)
{
    tell_no_others(w);
    for (uint32_t b = 0; b < w->s->size.count; b++)
        walk_want(w, n->a, n->op == CAT_RANGE ? b : a, n->op == CAT_RANGE ? a : b, true);
}

/* Either the first is not there, or the second is. */
static void want_no_difference(walk *w, const cat_node *n, const walk_goal *g)
{
    bool has_first = session_has(w->s, n->a, g->a, g->b);
    walk_want(w, has_first ? n->b : n->a, g->a, g->b, !has_first);
}

void walk_absent(walk *w, const walk_goal *g)
{
    const cat_node *n = session_node(w->s, g->node);
    if (w->s->classes[g->node] == SESSION_LOCAL)
        return;
    switch (n->op) {
    case CAT_OR:
    case CAT_SET_OR:
        walk_want(w, n->a, g->a, g->b, true);
        walk_want(w, n->b, g->a, g->b, true);
        break;
    case CAT_AND:
    case CAT_SET_AND:
        want_one_absent(w, (walk_goal){n->a, g->a, g->b, true}, (walk_goal){n->b, g->a, g->b, true});
        break;
    case CAT_MINUS:
    case CAT_SET_MINUS:
        want_no_difference(w, n, g);
        break;
    case CAT_THEN:
        want_no_composition(w, n, g);
        break;
    case CAT_CROSS:
        want_one_absent(w, (walk_goal){n->a, g->a, 0, true}, (walk_goal){n->b, g->b, 0, true});
        break;
    case CAT_ID_OF:
        if (g->a == g->b)
            walk_want(w, n->a, g->a, 0, true);
        break;
    case CAT_INVERSE:
        walk_want(w, n->a, g->b, g->a, true);
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
