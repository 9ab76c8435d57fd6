#include "encode/order_theory.h"

#include "base/alloc.h"
#include "encode/second_order.h"
#include "solver/own.h"

/* ---- the table ---- */

static void begin(void *self, int always)
{
    (void)self, (void)always;
}

static uint32_t add_node(void *self)
{
    order_theory *t = self;
    return ord_add_node(t->ord);
}

static void add_edge(void *self, uint32_t from, uint32_t to)
{
    order_theory *t = self;
    ord_add_edge(t->ord, from, to);
}

static void add_edge_if(void *self, uint32_t from, uint32_t to, int literal)
{
    order_theory *t = self;
    ord_add_edge_if(t->ord, from, to, literal);
}

static uint32_t add_write(void *self, uint32_t node, uint32_t thread, uint32_t position, int guard)
{
    order_theory *t = self;
    (void)guard;
    if (t->adds_fr)
        vec_push(&t->writes, (order_place){node, thread, position});
    return ord_add_write(t->ord, node, thread, position);
}

static uint32_t add_read(void *self, uint32_t node, uint32_t thread, uint32_t position, int guard)
{
    order_theory *t = self;
    if (t->adds_fr)
        vec_push(&t->reads, (order_place){node, thread, position});
    return ord_add_read(t->ord, node, thread, position, guard);
}

static void add_rf(void *self, uint32_t write, uint32_t read, int literal, bool is_global)
{
    order_theory *t = self;
    ord_add_rf(t->ord, write, read, literal, is_global);
}

static void add_ws(void *self, uint32_t write, uint32_t other, int literal, bool has_edge)
{
    order_theory *t = self;
    ord_add_ws(t->ord, write, other, literal, has_edge);
}

static void add_pair(void *self, uint32_t write, uint32_t other, const int *conditions, uint32_t count)
{
    order_theory *t = self;
    ord_add_pair(t->ord, write, other, conditions, count);
}

static void finish(void *self, encoding *e)
{
    order_theory *t = self;
    if (e && e->model->preserved)
        second_order_add(e);
    if (t->adds_fr)
        order_theory_add_fr(t);
    ord_connect(t->ord);
}

static void each_edge(const void *self, void *context, void (*edge)(void *context, uint32_t from, uint32_t to))
{
    const order_theory *t = self;
    ord_each_edge(t->ord, context, edge);
}

static void each_relation(const void *self, void *context, encode_relation *relation)
{
    const order_theory *t = self;
    ord_each_relation(t->ord, context, relation);
}

static void count(const void *self, counters *list)
{
    const order_theory *t = self;
    ord_statistics stats = ord_statistics_of(t->ord);
#define ADD_STATISTIC(name, description) counters_add(list, #name, description, stats.name);
    ORD_STATISTICS(ADD_STATISTIC)
#undef ADD_STATISTIC
}

static void destroy(void *self)
{
    order_theory *t = self;
    ord_free(t->ord);
    vec_clear(&t->writes);
    vec_clear(&t->reads);
    free(t);
}

static const encode_order THEORY = {
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

/* ---- an encoding with it ---- */

static void add_clause(void *clauses, const int *literals, unsigned count)
{
    solver_add_clause(clauses, literals, count);
}

encode_order order_theory_new(solver *clauses, const ord_options *options)
{
    assert(solver_own(clauses));
    encode_order order = THEORY;
    order_theory *t = alloc_zeroed(1, sizeof *t);
    /* Clauses for fr need all ws literals at once. */
    ord_options told = *options;
    told.lazy_ws = options->lazy_ws && !options->eager_fr;
    t->clauses = clauses;
    t->ord = ord_new(solver_own(clauses), &told);
    t->adds_fr = options->eager_fr;
    ord_set_sink(t->ord, clauses, add_clause);
    order.self = t;
    return order;
}

encoding *encoding_new(const memory *m, const model *model, const ord_options *options)
{
    solver *clauses = solver_new(&SOLVER_OWN);
    ord_options told = *options;
    told.lazy_ws &= model->cat == NULL; /* axioms are about the order of all writes */
    encode_order order = order_theory_new(clauses, &told);
    order_theory *t = order.self;
    encoding *e = encoding_build(m, model, clauses, &order);
    if (e) {
        e->solver = solver_own(clauses);
        e->ord = t->ord;
        if (model->cat)
            encoding_add_axioms(e);
    }
    return e;
}
