#include "engine/clock/clock_order.h"

#include "base/alloc.h"
#include "encode/second_order.h"

/* In units of base/budget.h, with the clauses that it becomes. */
enum { EDGE_WORK = 300, FR_WORK = 60 };

typedef struct clock_access {
    uint32_t node, thread, position; /* node ENCODE_NONE: before everything */
    bool is_read_from;               /* a write that some read may read from */
} clock_access;

typedef struct clock_edge {
    uint32_t from, to;
    int literal; /* `always`: it is always there */
} clock_edge;

typedef struct clock_relation {
    uint32_t write, other;
    int literal;
    bool has_edge;
} clock_relation;

typedef struct clock_pair {
    uint32_t write, other;
    int conditions[ENCODE_CONDITIONS];
    uint32_t count;
} clock_pair;

typedef struct clock_order {
    solver *clauses;
    before before;
    int always;
    uint32_t node_count;
    VEC(clock_edge) edges;
    VEC(clock_access) writes, reads;
    VEC(clock_relation) rf, ws;
    VEC(clock_pair) pairs;
    const symex *s; /* whose budget counts; NULL: none */
    clock_statistics stats;
} clock_order;

/* ---- what is said ---- */

static void begin(void *self, int always)
{
    clock_order *o = self;
    o->always = always;
}

static uint32_t add_node(void *self)
{
    clock_order *o = self;
    return o->node_count++;
}

static void add_edge_if(void *self, uint32_t from, uint32_t to, int literal)
{
    clock_order *o = self;
    vec_push(&o->edges, (clock_edge){from, to, literal});
}

static void add_edge(void *self, uint32_t from, uint32_t to)
{
    clock_order *o = self;
    add_edge_if(self, from, to, o->always);
}

static uint32_t add_write(void *self, uint32_t node, uint32_t thread, uint32_t position, int guard)
{
    clock_order *o = self;
    (void)guard;
    vec_push(&o->writes, (clock_access){node, thread, position, false});
    return o->writes.size - 1;
}

static uint32_t add_read(void *self, uint32_t node, uint32_t thread, uint32_t position, int guard)
{
    clock_order *o = self;
    (void)guard;
    vec_push(&o->reads, (clock_access){node, thread, position, false});
    return o->reads.size - 1;
}

static void add_rf(void *self, uint32_t write, uint32_t read, int literal, bool is_global)
{
    clock_order *o = self;
    o->writes.data[write].is_read_from = true;
    vec_push(&o->rf, (clock_relation){write, read, literal, is_global});
}

static void add_ws(void *self, uint32_t write, uint32_t other, int literal, bool has_edge)
{
    clock_order *o = self;
    vec_push(&o->ws, (clock_relation){write, other, literal, has_edge});
}

static void add_pair(void *self, uint32_t write, uint32_t other, const int *conditions, uint32_t count)
{
    clock_order *o = self;
    clock_pair pair = {.write = write, .other = other, .count = count};
    assert(count <= ENCODE_CONDITIONS);
    for (uint32_t i = 0; i < count; i++)
        pair.conditions[i] = conditions[i];
    vec_push(&o->pairs, pair);
}

/* ---- what becomes of it ---- */

/* One of the two literals if all conditions are true, and none otherwise. */
static void make_literals(clock_order *o, const clock_pair *pair)
{
    int forth = solver_new_var(o->clauses), back = pair->count > 0 ? solver_new_var(o->clauses) : -forth;
    int some[ENCODE_CONDITIONS + 2];
    uint32_t size = 0;
    for (uint32_t i = 0; i < pair->count; i++) {
        some[size++] = -pair->conditions[i];
        solver_add_clause(o->clauses, (int[]){-forth, pair->conditions[i]}, 2);
        solver_add_clause(o->clauses, (int[]){-back, pair->conditions[i]}, 2);
    }
    some[size++] = forth;
    some[size++] = back;
    if (pair->count > 0)
        solver_add_clause(o->clauses, some, size);
    o->stats.ws++;
    add_ws(o, pair->write, pair->other, forth, true);
    add_ws(o, pair->other, pair->write, back, true);
}

static void make_pairs(clock_order *o, bool needs_all)
{
    for (uint32_t i = 0; i < o->pairs.size; i++) {
        const clock_pair *pair = &o->pairs.data[i];
        if (needs_all || o->writes.data[pair->write].is_read_from || o->writes.data[pair->other].is_read_from)
            make_literals(o, pair);
    }
}

/* Whenever the literal is true, the one node is before the other. */
static void order_if(clock_order *o, int literal, uint32_t from, uint32_t to)
{
    assert(from != ENCODE_NONE && to != ENCODE_NONE);
    solver_add_clause(o->clauses, (int[]){-literal, before_literal(&o->before, from, to)}, 2);
}

static bool is_stopped(const clock_order *o, uint64_t work)
{
    return o->s && symex_is_stopped(o->s, work);
}

static void order_edges(clock_order *o)
{
    for (uint32_t i = 0; i < o->edges.size && !is_stopped(o, EDGE_WORK); i++) {
        const clock_edge *edge = &o->edges.data[i];
        order_if(o, edge->literal, edge->from, edge->to);
        if (edge->literal == o->always)
            o->stats.ppo++;
        else
            o->stats.fences++;
    }
}

static void order_rf(clock_order *o)
{
    for (uint32_t i = 0; i < o->rf.size && !is_stopped(o, EDGE_WORK); i++) {
        const clock_relation *rf = &o->rf.data[i];
        uint32_t from = o->writes.data[rf->write].node, to = o->reads.data[rf->other].node;
        if (!rf->has_edge || from == ENCODE_NONE || from == to)
            continue;
        order_if(o, rf->literal, from, to);
        o->stats.grf++;
    }
}

static void order_ws(clock_order *o)
{
    for (uint32_t i = 0; i < o->ws.size && !is_stopped(o, EDGE_WORK); i++) {
        const clock_relation *ws = &o->ws.data[i];
        uint32_t from = o->writes.data[ws->write].node, to = o->writes.data[ws->other].node;
        if (ws->has_edge && from != ENCODE_NONE && from != to)
            order_if(o, ws->literal, from, to);
    }
}

/* The read reads what the other write overwrites. */
static void add_fr(clock_order *o, const clock_relation *rf, const clock_relation *ws)
{
    const clock_access *r = &o->reads.data[rf->other], *w = &o->writes.data[ws->other];
    assert(rf->write == ws->write);
    if (r->thread != w->thread) {
        int fr = before_literal(&o->before, r->node, w->node);
        solver_add_clause(o->clauses, (int[]){-rf->literal, -ws->literal, fr}, 3);
        o->stats.fr++;
    } else if (w->position < r->position) {
        /* Later writes of its own thread follow a read anyway; what earlier ones have overwritten it cannot read. */
        solver_add_clause(o->clauses, (int[]){-rf->literal, -ws->literal}, 2);
        o->stats.coherence++;
    }
}

/* By write, `first` and `next` are lists of the ws in which it is overwritten. */
static void order_fr(clock_order *o)
{
    uint32_t *first = alloc_bytes((o->writes.size + 1) * sizeof(uint32_t));
    uint32_t *next = alloc_bytes((o->ws.size + 1) * sizeof(uint32_t));
    memset(first, 0xff, (o->writes.size + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < o->ws.size; i++) {
        next[i] = first[o->ws.data[i].write];
        first[o->ws.data[i].write] = i;
    }
    for (uint32_t i = 0; i < o->rf.size; i++)
        for (uint32_t k = first[o->rf.data[i].write]; k != UINT32_MAX && !is_stopped(o, FR_WORK); k = next[k])
            add_fr(o, &o->rf.data[i], &o->ws.data[k]);
    free(first);
    free(next);
}

/* ---- statistics ---- */

static void count_accesses(clock_order *o, const memory *m)
{
    uint32_t *at = alloc_zeroed(m->cells.size + 1, sizeof(uint32_t));
    for (uint32_t i = 0; i < m->accesses.size; i++)
        for (uint32_t k = 0; k < m->accesses.data[i].cell_count; k++) {
            uint32_t count = ++at[m->may.data[m->accesses.data[i].first_cell + k]];
            o->stats.addresses += count == 1;
            o->stats.most_at_address = count > o->stats.most_at_address ? count : o->stats.most_at_address;
        }
    free(at);
    o->stats.accesses = m->accesses.size;
    for (uint32_t i = 0; i < m->s->events.size; i++)
        o->stats.accesses += m->s->events.data[i].kind == SYMEX_FENCE;
}

static void finish(void *self, encoding *e)
{
    clock_order *o = self;
    bool is_axiomatic = e && e->model->cat;
    uint64_t clauses = solver_clause_count(o->clauses);
    o->s = e ? e->s : NULL;
    o->stats.rf_some = o->reads.size;
    o->stats.rf_val = o->rf.size;
    make_pairs(o, is_axiomatic);
    if (is_axiomatic && e->model->preserved)
        second_order_add(e);
    o->before.clocks.begin(o->before.clocks.self, o->node_count);
    order_edges(o);
    order_rf(o);
    order_ws(o);
    order_fr(o);
    o->stats.nodes = o->node_count;
    o->stats.bits = o->before.clocks.bits(o->before.clocks.self);
    o->stats.comparisons = o->before.comparisons;
    o->stats.order_clauses = solver_clause_count(o->clauses) - clauses;
    if (e)
        count_accesses(o, e->m);
}

/* ---- results ---- */

static void each_edge(const void *self, void *context, void (*edge)(void *context, uint32_t from, uint32_t to))
{
    const clock_order *o = self;
    for (uint32_t i = 0; i < o->before.pairs.size; i++) {
        const before_pair *pair = &o->before.pairs.data[i];
        bool is_less = solver_value(o->clauses, pair->literal) > 0;
        if (is_less && pair->says_less)
            edge(context, pair->first, pair->second);
        else if (!is_less && pair->says_greater)
            edge(context, pair->second, pair->first);
    }
}

static void each_relation(const void *self, void *context, encode_relation *relation)
{
    const clock_order *o = self;
    for (uint32_t i = 0; i < o->rf.size; i++)
        relation(context, true, o->rf.data[i].write, o->rf.data[i].other, o->rf.data[i].literal);
    for (uint32_t i = 0; i < o->ws.size; i++)
        relation(context, false, o->ws.data[i].write, o->ws.data[i].other, o->ws.data[i].literal);
}

static void count(const void *self, counters *list)
{
    const clock_order *o = self;
#define ADD_STATISTIC(name, description) counters_add(list, "clock_" #name, description, o->stats.name);
    CLOCK_STATISTICS(ADD_STATISTIC)
#undef ADD_STATISTIC
}

static void destroy(void *self)
{
    clock_order *o = self;
    before_clear(&o->before);
    vec_clear(&o->edges);
    vec_clear(&o->writes);
    vec_clear(&o->reads);
    vec_clear(&o->rf);
    vec_clear(&o->ws);
    vec_clear(&o->pairs);
    free(o);
}

static const encode_order CLOCKS = {
    .begin = begin,
    .add_node = add_node,
    .add_edge = add_edge,
    .add_edge_if = add_edge_if,
    .add_write = add_write,
    .add_read = add_read,
    .add_rf = add_rf,
    .add_ws = add_ws,
    .add_pair = add_pair,
    .finish = finish,
    .each_edge = each_edge,
    .each_relation = each_relation,
    .count = count,
    .destroy = destroy,
};

encode_order clock_order_new(solver *clauses, clock_backend clocks)
{
    encode_order order = CLOCKS;
    clock_order *o = alloc_zeroed(1, sizeof *o);
    o->clauses = clauses;
    before_init(&o->before, clauses, clocks);
    order.self = o;
    return order;
}
