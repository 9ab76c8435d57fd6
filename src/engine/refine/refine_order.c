#include "engine/refine/refine_order.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "engine/refine/validate.h"
#include "solver/own.h"

/* ---- what is said ---- */

static void begin(void *self, int always)
{
    refine_order *o = self;
    o->facts.always = always;
}

static uint32_t add_node(void *self)
{
    refine_order *o = self;
    return o->facts.node_count++;
}

static void add_edge(void *self, uint32_t from, uint32_t to)
{
    refine_order *o = self;
    vec_push(&o->facts.edges, (facts_edge){from, to, 0});
}

static void add_edge_if(void *self, uint32_t from, uint32_t to, int literal)
{
    refine_order *o = self;
    vec_push(&o->facts.conditional_edges, (facts_edge){from, to, literal});
}

static uint32_t add_write(void *self, uint32_t node, uint32_t thread, uint32_t position, int guard)
{
    refine_order *o = self;
    vec_push(&o->facts.writes, (facts_access){node, thread, position, guard, FACTS_NONE});
    return o->facts.writes.size - 1;
}

static uint32_t add_read(void *self, uint32_t node, uint32_t thread, uint32_t position, int guard)
{
    refine_order *o = self;
    vec_push(&o->facts.reads, (facts_access){node, thread, position, guard, FACTS_NONE});
    return o->facts.reads.size - 1;
}

static void add_rf(void *self, uint32_t write, uint32_t read, int literal, bool is_global)
{
    refine_order *o = self;
    vec_push(&o->facts.rf, (facts_rf){write, read, literal, is_global});
}

static void add_ws(void *self, uint32_t write, uint32_t other, int literal, bool has_edge)
{
    refine_order *o = self;
    uint32_t from = o->facts.writes.data[write].node, to = o->facts.writes.data[other].node;
    vec_push(&o->facts.ws, (facts_ws){write, other, literal});
    if (has_edge && from != FACTS_NONE && from != to)
        add_edge_if(self, from, to, literal);
}

static void add_pair(void *self, uint32_t write, uint32_t other, const int *conditions, uint32_t count)
{
    refine_order *o = self;
    facts_pair pair = {.write = write, .other = other, .count = count};
    assert(count <= ENCODE_CONDITIONS);
    for (uint32_t i = 0; i < count; i++)
        pair.conditions[i] = conditions[i];
    vec_push(&o->facts.pairs, pair);
}

static void finish(void *self, encoding *e)
{
    (void)e;
    refine_order *o = self;
    facts_finish(&o->facts);
    o->has_graph = event_graph_bytes(&o->facts) <= o->max_bytes;
    if (o->has_graph)
        event_graph_init(&o->graph, &o->facts);
    candidate_init(&o->candidate, &o->facts, &o->graph);
    reasons_init(&o->reasons, &o->facts, &o->graph);
    o->is_inside = solver_own(o->clauses) != NULL;
    if (o->is_inside)
        refine_order_connect(o);
}

/* ---- models ---- */

/* Not all of them can be true. */
static void exclude(refine_order *o, const int *literals, uint32_t count)
{
    VEC(int) clause = {0};
    for (uint32_t i = 0; i < count; i++)
        vec_push(&clause, -literals[i]);
    if (o->is_inside)
        sat_theory_clause(solver_own(o->clauses), clause.data, clause.size, false);
    else
        solver_add_clause(o->clauses, clause.data, clause.size);
    vec_clear(&clause);
    o->stats.reasons++;
    o->stats.literals += count;
    if (count > o->stats.widest)
        o->stats.widest = count;
}

static void exclude_conflicts(refine_order *o)
{
    reasons_find(&o->reasons, &o->candidate);
    for (uint32_t i = 0; i < o->reasons.found.size; i++) {
        const reason *found = &o->reasons.found.data[i];
        exclude(o, reason_literals(&o->reasons, found), found->count);
    }
}

static void refute(refine_order *o)
{
    o->stats.refuted++;
    o->stats.conflicts += o->candidate.conflicts.size;
    exclude_conflicts(o);
}

static void accept_graph(refine_order *o)
{
    o->stats.ordered++;
    o->accepted.size = 0;
    for (uint32_t i = 0; i < o->graph.edges.size; i++) {
        const event_edge *edge = &o->graph.edges.data[i];
        vec_push(&o->accepted, (facts_edge){o->facts.node_of.data[edge->from], o->facts.node_of.data[edge->to], 0});
    }
}

/* Does the graph show whether it is an execution? Then *is_accepted says whether it does. */
static bool decide_by_graph(refine_order *o, bool *is_accepted)
{
    double started = clock_cpu_seconds();
    candidate_choose(&o->candidate, o->values);
    bool is_closed = o->has_graph && candidate_close(&o->candidate);
    *is_accepted = is_closed && candidate_order_all(&o->candidate);
    o->stats.edges += o->graph.edges.size;
    if (*is_accepted)
        accept_graph(o);
    else if (o->has_graph && !is_closed)
        refute(o);
    o->stats.graph_seconds += clock_cpu_seconds() - started;
    return *is_accepted || (o->has_graph && !is_closed);
}

static bool decide_by_solver(refine_order *o)
{
    double started = clock_cpu_seconds();
    validation v = validate_candidate(&o->candidate, o->terminate_state, o->terminate);
    bool is_accepted = v.answer == SAT_SATISFIABLE;
    o->stats.undecided++;
    o->is_stopped = v.answer == SAT_UNKNOWN;
    if (is_accepted) {
        o->accepted.size = 0;
        vec_append(&o->accepted, v.edges.data, v.edges.size);
    } else if (v.answer == SAT_UNSATISFIABLE) {
        o->stats.refuted_late++;
        exclude(o, v.reason.data, v.reason.size);
    }
    validation_clear(&v);
    o->stats.validate_seconds += clock_cpu_seconds() - started;
    return is_accepted;
}

bool refine_order_decide(refine_order *o)
{
    bool is_accepted;
    o->stats.rounds++;
    return decide_by_graph(o, &is_accepted) ? is_accepted : decide_by_solver(o);
}

void refine_order_look_ahead(refine_order *o)
{
    if (!o->has_graph)
        return;
    double started = clock_cpu_seconds();
    o->stats.parts++;
    candidate_choose(&o->candidate, o->values);
    if (candidate_close(&o->candidate)) {
        candidate_foresee(&o->candidate, o->values);
        o->stats.foreseen += o->candidate.conflicts.size;
        exclude_conflicts(o);
    } else {
        refute(o);
    }
    o->stats.edges += o->graph.edges.size;
    o->stats.graph_seconds += clock_cpu_seconds() - started;
}

/* Inside, it has been decided before. */
static bool accept(void *self)
{
    refine_order *o = self;
    return o->is_inside ? !o->is_stopped : refine_order_decide(o);
}

static void set_terminate(void *self, void *state, bool (*terminate)(void *state))
{
    refine_order *o = self;
    o->terminate_state = state;
    o->terminate = terminate;
}

/* ---- results ---- */

static void each_edge(const void *self, void *context, void (*edge)(void *context, uint32_t from, uint32_t to))
{
    const refine_order *o = self;
    for (uint32_t i = 0; i < o->facts.edges.size; i++)
        edge(context, o->facts.edges.data[i].from, o->facts.edges.data[i].to);
    for (uint32_t i = 0; i < o->accepted.size; i++)
        edge(context, o->accepted.data[i].from, o->accepted.data[i].to);
}

static void count(const void *self, counters *list)
{
    const refine_order *o = self;
#define ADD_STATISTIC(name, description) counters_add(list, "refine_" #name, description, o->stats.name);
    REFINE_STATISTICS(ADD_STATISTIC)
#undef ADD_STATISTIC
}

static void destroy(void *self)
{
    refine_order *o = self;
    reasons_clear(&o->reasons);
    candidate_clear(&o->candidate);
    if (o->has_graph)
        event_graph_clear(&o->graph);
    facts_clear(&o->facts);
    vec_clear(&o->accepted);
    free(o);
}

static const encode_order REFINEMENT = {
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
    .accept = accept,
    .set_terminate = set_terminate,
    .each_edge = each_edge,
    .count = count,
    .destroy = destroy,
};

static int value_in_model(const void *clauses, int literal)
{
    return solver_value(clauses, literal);
}

encode_order refine_order_new(solver *clauses, uint64_t max_bytes)
{
    encode_order order = REFINEMENT;
    refine_order *o = alloc_zeroed(1, sizeof *o);
    o->clauses = clauses;
    o->values = (candidate_values){clauses, value_in_model};
    o->max_bytes = max_bytes;
    order.self = o;
    return order;
}
