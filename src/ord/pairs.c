/* Pairs of writes to one place: which overwrites which? Most of ws follows from rf and paths, so that the literals can
 * wait: when an assignment is complete but for them, any order of the nodes that agrees with the graph is tried. If
 * every read reads what was written last before it, that order is an execution, and nothing more need be decided. If
 * not, the pairs that are to blame get their literals, and the search goes on with these. */
#include "base/alloc.h"
#include "ord/state.h"

static void give_clause(ord *o, const int *literals, uint32_t count)
{
    if (o->is_connected)
        sat_theory_clause(o->solver, literals, count, true);
    else
        o->add_clause(o->sink, literals, count);
}

/* Makes the literals of a pair, and says what they mean: one of them if all conditions hold, and none otherwise. */
static void make_literals(ord *o, write_pair *pair)
{
    int forth = sat_new_var(o->solver), back = pair->condition_count > 0 ? sat_new_var(o->solver) : -forth;
    int some[PAIR_CONDITIONS + 2];
    uint32_t size = 0;
    assert(!pair->is_made);
    pair->is_made = true;
    for (uint32_t i = 0; i < pair->condition_count; i++) {
        some[size++] = -pair->conditions[i];
        give_clause(o, (int[]){-forth, pair->conditions[i]}, 2);
        give_clause(o, (int[]){-back, pair->conditions[i]}, 2);
    }
    some[size++] = forth;
    some[size++] = back;
    if (pair->condition_count > 0)
        give_clause(o, some, size);
    ord_add_ws(o, pair->write, pair->other, forth, true);
    ord_add_ws(o, pair->other, pair->write, back, true);
    if (o->is_connected) {
        sat_observe(o->solver, forth);
        if (pair->condition_count > 0)
            sat_observe(o->solver, back);
    }
}

void ord_add_pair(ord *o, uint32_t write, uint32_t write2, const int *conditions, uint32_t count)
{
    assert(!o->is_connected && write < o->writes.size && write2 < o->writes.size && write != write2);
    write_pair pair = {.write = write, .other = write2, .condition_count = (uint8_t)count};
    assert(count <= PAIR_CONDITIONS);
    for (uint32_t i = 0; i < count; i++)
        pair.conditions[i] = conditions[i];
    if (!o->options.lazy_ws)
        make_literals(o, &pair);
    vec_push(&o->pairs, pair);
}

/* ---- at the end of the search ---- */

static bool holds(const ord *o, const write_pair *pair)
{
    for (uint32_t i = 0; i < pair->condition_count; i++)
        if (sat_theory_value(o->solver, pair->conditions[i]) <= 0)
            return false;
    return true;
}

/* In the order, a node's place counts, and inside of a node the access's position. */
static bool is_before(const uint32_t *place, const access *a, const access *b)
{
    if (a->node != b->node)
        return place[a->node] < place[b->node];
    return a->position < b->position;
}

/* In the order, `next` overwrites what `write` wrote. Does a read that reads from `write` come too late for that, or
 * has its own thread written `next` before it? */
static bool spoils_a_read(const ord *o, const uint32_t *place, uint32_t write, uint32_t next)
{
    const ord_write *w = &o->writes.data[write], *n = &o->writes.data[next];
    for (uint32_t i = 0; i < w->readers.size; i++) {
        const ord_read *r = &o->reads.data[ord_atom_at(o, w->readers.data[i])->other];
        if (ord_is_own_earlier(n, r))
            return true;
        if (n->at.thread != r->at.thread && is_before(place, &n->at, &r->at))
            return true;
    }
    return false;
}

static void accept_edge(ord *o, const access *from, const access *to)
{
    if (from->node != to->node)
        vec_push(&o->accepted, (graph_pair){from->node, to->node});
}

/* What the order says of the pair becomes part of the graph that is accepted. */
static void accept_order(ord *o, uint32_t write, uint32_t next)
{
    const ord_write *w = &o->writes.data[write], *n = &o->writes.data[next];
    accept_edge(o, &w->at, &n->at);
    for (uint32_t i = 0; i < w->readers.size; i++) {
        const ord_read *r = &o->reads.data[ord_atom_at(o, w->readers.data[i])->other];
        if (r->at.thread != n->at.thread)
            accept_edge(o, &r->at, &n->at);
    }
}

bool ord_settle_pairs(ord *o)
{
    uint32_t *order = alloc_bytes((o->graph.node_count + 1) * sizeof(uint32_t));
    uint32_t *place = alloc_bytes((o->graph.node_count + 1) * sizeof(uint32_t));
    bool is_settled = true;
    if (o->options.lazy_ws)
        graph_sort(&o->graph, order);
    for (uint32_t i = 0; i < o->graph.node_count && o->options.lazy_ws; i++)
        place[order[i]] = i;
    for (uint32_t i = 0; i < o->pairs.size && o->options.lazy_ws; i++) {
        write_pair *pair = &o->pairs.data[i];
        if (pair->is_made || !holds(o, pair))
            continue;
        bool is_forth = is_before(place, &o->writes.data[pair->write].at, &o->writes.data[pair->other].at);
        uint32_t write = is_forth ? pair->write : pair->other, next = is_forth ? pair->other : pair->write;
        if (spoils_a_read(o, place, write, next)) {
            make_literals(o, pair);
            is_settled = false;
        } else if (is_settled) {
            accept_order(o, write, next);
        }
    }
    free(order);
    free(place);
    return is_settled;
}
