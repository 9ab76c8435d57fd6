/* What the cheapest derivation of each pair costs: facts count most, then the number of steps.
 *
 * Every step costs something, and a name of a recursion more than its body: so who follows the cheapest derivation
 * downwards comes to an end. */
#include "cat/session.h"

#include "base/alloc.h"

enum {
    STEP = 1,
    FACT = 16,
    ABSENCE = 4 * FACT, /* what it may take to say that a pair is not in something; a guess */
};

session_cost session_add_costs(session_cost a, session_cost b)
{
    if (a == SESSION_NO_COST || b == SESSION_NO_COST)
        return SESSION_NO_COST;
    return a + b < SESSION_MAX_COST ? a + b : SESSION_MAX_COST;
}

static session_cost least(session_cost a, session_cost b)
{
    return a < b ? a : b;
}

static size_t cost_count(const cat_session *s, uint32_t node)
{
    return session_is_set(s, node) ? s->size.count : (size_t)s->size.count * s->size.count;
}

static void forget(cat_session *s, uint32_t node)
{
    memset(s->costs[node], 0xff, cost_count(s, node) * sizeof(session_cost));
}

static session_cost *row_of(const cat_session *s, uint32_t node, uint32_t a)
{
    return s->costs[node] + (size_t)a * s->size.count;
}

/* ---- one pair ---- */

static session_cost cost_of_given(cat_op op, uint32_t a, uint32_t b)
{
    if (op == CAT_FR)
        return 2 * FACT + STEP;
    return op == CAT_LOC && a == b ? STEP : FACT + STEP;
}

/* The least cost of a pair that has the event on one side. */
static session_cost cost_of_some(const cat_session *s, uint32_t node, uint32_t a, bool is_range)
{
    session_cost found = SESSION_NO_COST;
    for (uint32_t b = 0; b < s->size.count; b++)
        found = least(found, is_range ? session_cost_of(s, node, b, a) : session_cost_of(s, node, a, b));
    return found;
}

static session_cost cost_of_then(const cat_session *s, const cat_node *n, uint32_t a, uint32_t b)
{
    uint32_t middle = session_restricts_first(s, n) ? a : b;
    return session_add_costs(session_cost_of(s, n->a, a, middle), session_cost_of(s, n->b, middle, b));
}

/* Of a pair in the value of a node that is neither a closure nor a composition with events in between; of a set, b does
 * not count. */
static session_cost cost_of_pair(const cat_session *s, const cat_node *n, uint32_t a, uint32_t b)
{
    switch (n->op) {
    case CAT_OR:
    case CAT_SET_OR:
        return least(session_cost_of(s, n->a, a, b), session_cost_of(s, n->b, a, b));
    case CAT_AND:
    case CAT_SET_AND:
        return session_add_costs(session_cost_of(s, n->a, a, b), session_cost_of(s, n->b, a, b));
    case CAT_MINUS:
    case CAT_SET_MINUS:
        return session_add_costs(session_cost_of(s, n->a, a, b), s->classes[n->b] == SESSION_LOCAL ? 0 : ABSENCE);
    case CAT_THEN:
        return cost_of_then(s, n, a, b);
    case CAT_CROSS:
        return session_add_costs(session_cost_of(s, n->a, a, 0), session_cost_of(s, n->b, b, 0));
    case CAT_ID_OF:
        return session_cost_of(s, n->a, a, 0);
    case CAT_INVERSE:
        return session_cost_of(s, n->a, b, a);
    case CAT_DOMAIN:
    case CAT_RANGE:
        return cost_of_some(s, n->a, a, n->op == CAT_RANGE);
    case CAT_REC:
    case CAT_SET_REC:
        return session_add_costs(session_cost_of(s, n->a, a, b), STEP);
    default:
        return cost_of_given((cat_op)n->op, a, b);
    }
}

/* ---- all pairs ---- */

static void cost_each(cat_session *s, uint32_t node)
{
    const cat_node *n = session_node(s, node);
    bool is_local = s->classes[node] == SESSION_LOCAL, is_set = session_is_set(s, node);
    for (uint32_t a = 0; a < s->size.count; a++) {
        if (is_set && cat_bits_have(s->values[node], a))
            s->costs[node][a] = is_local ? STEP : cost_of_pair(s, n, a, 0);
        const uint64_t *row = is_set ? NULL : cat_row_const(s->size, s->values[node], a);
        for (uint32_t b = row ? cat_bits_next(s->size, row, 0) : s->size.count; b < s->size.count;
             b = cat_bits_next(s->size, row, b + 1))
            row_of(s, node, a)[b] = is_local ? STEP : cost_of_pair(s, n, a, b);
    }
}

static void cost_composition(cat_session *s, uint32_t node)
{
    const cat_node *n = session_node(s, node);
    for (uint32_t a = 0; a < s->size.count; a++) {
        const uint64_t *firsts = cat_row_const(s->size, s->values[n->a], a);
        session_cost *to = row_of(s, node, a);
        for (uint32_t m = cat_bits_next(s->size, firsts, 0); m < s->size.count;
             m = cat_bits_next(s->size, firsts, m + 1)) {
            session_cost first = session_cost_of(s, n->a, a, m);
            const session_cost *from = row_of(s, n->b, m);
            const uint64_t *seconds = cat_row_const(s->size, s->values[n->b], m);
            for (uint32_t b = cat_bits_next(s->size, seconds, 0); b < s->size.count;
                 b = cat_bits_next(s->size, seconds, b + 1))
                to[b] = least(to[b], session_add_costs(first, from[b]));
        }
    }
}

/* Shortens ways that begin at an event, along edges from `at`; `open` are those whose own edges have to be looked at.
 */
static void relax(const cat_session *s, uint32_t edges, uint32_t at, session_cost so_far, session_cost *ways,
                  uint64_t *open)
{
    const uint64_t *row = cat_row_const(s->size, s->values[edges], at);
    const session_cost *costs = row_of(s, edges, at);
    for (uint32_t b = cat_bits_next(s->size, row, 0); b < s->size.count; b = cat_bits_next(s->size, row, b + 1)) {
        session_cost cost = session_add_costs(so_far, costs[b]);
        if (cost >= ways[b])
            continue;
        ways[b] = cost;
        cat_bits_add(open, b);
    }
}

static void cost_closure(cat_session *s, uint32_t node)
{
    uint32_t edges = session_node(s, node)->a;
    uint64_t *open = alloc_zeroed(s->size.words + 1, sizeof *open);
    for (uint32_t a = 0; a < s->size.count; a++) {
        session_cost *ways = row_of(s, node, a);
        relax(s, edges, a, 0, ways, open);
        for (uint32_t at; (at = cat_bits_next(s->size, open, 0)) < s->size.count;) {
            open[at / 64] &= ~((uint64_t)1 << (at % 64));
            relax(s, edges, at, ways[at], ways, open);
        }
    }
    free(open);
}

static void cost_node(cat_session *s, uint32_t node)
{
    const cat_node *n = session_node(s, node);
    bool is_restriction = session_restricts_first(s, n) || session_restricts_second(s, n);
    forget(s, node);
    if (s->classes[node] != SESSION_LOCAL && n->op == CAT_THEN && !is_restriction)
        cost_composition(s, node);
    else if (s->classes[node] != SESSION_LOCAL && n->op == CAT_PLUS)
        cost_closure(s, node);
    else
        cost_each(s, node);
}

/* ---- groups: costs only fall, until nothing changes ---- */

static bool cost_names(cat_session *s, const cat_group *group)
{
    bool changed = false;
    for (uint32_t i = 0; i < group->rec_count; i++) {
        uint32_t node = group->nodes.data[i];
        size_t bytes = cost_count(s, node) * sizeof(session_cost);
        session_cost *before = vec_duplicate(s->costs[node], bytes);
        cost_node(s, node);
        changed |= memcmp(before, s->costs[node], bytes) != 0;
        free(before);
    }
    return changed;
}

static void cost_group(cat_session *s, const cat_group *group)
{
    for (uint32_t i = 0; i < group->nodes.size; i++)
        forget(s, group->nodes.data[i]);
    do {
        for (uint32_t i = group->rec_count; i < group->nodes.size; i++)
            cost_node(s, group->nodes.data[i]);
    } while (cost_names(s, group));
}

/* ---- what a node needs ---- */

typedef VEC(uint32_t) node_list;

static void want(cat_session *s, uint32_t node, node_list *open)
{
    if (s->has_cost[node])
        return;
    s->has_cost[node] = true;
    if (!s->costs[node])
        s->costs[node] = alloc_bytes((cost_count(s, node) + 1) * sizeof(session_cost));
    vec_push(open, node);
}

static void want_operands(cat_session *s, uint32_t node, node_list *open)
{
    const cat_node *n = session_node(s, node);
    uint32_t count = cat_op_operands((cat_op)n->op);
    if (s->classes[node] == SESSION_LOCAL)
        return;
    if (count > 0 || n->op == CAT_REC || n->op == CAT_SET_REC)
        want(s, n->a, open);
    if (count > 1)
        want(s, n->b, open);
}

/* All nodes that are needed and have no costs yet, marked in `wanted`. */
static void want_all(cat_session *s, uint32_t node, bool *wanted)
{
    node_list open = {0};
    want(s, node, &open);
    while (open.size) {
        uint32_t next = vec_pop(&open);
        uint32_t group = session_node(s, next)->group;
        wanted[next] = true;
        want_operands(s, next, &open);
        for (uint32_t i = 0; group != CAT_NO_GROUP && i < s->model->groups.data[group].nodes.size; i++)
            want(s, s->model->groups.data[group].nodes.data[i], &open);
    }
    vec_clear(&open);
}

void session_find_costs(cat_session *s, uint32_t node)
{
    bool *wanted = alloc_zeroed(s->model->nodes.size + 1, sizeof *wanted);
    want_all(s, node, wanted);
    for (uint32_t i = 0; i < s->model->steps.size; i++) {
        cat_step step = s->model->steps.data[i];
        const cat_group *group = step.is_group ? &s->model->groups.data[step.index] : NULL;
        if (group && wanted[group->nodes.data[0]])
            cost_group(s, group);
        else if (!group && wanted[step.index])
            cost_node(s, step.index);
    }
    free(wanted);
}
