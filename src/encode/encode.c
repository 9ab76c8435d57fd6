#include "encode/encode.h"

#include "base/alloc.h"
#include "encode/axioms.h"
#include "encode/races.h"

/* In units of base/budget.h, without clauses and terms that become clauses. */
enum { EDGE_WORK = 5, CELL_WORK = 20, CANDIDATE_WORK = 30, PAIR_WORK = 60 };

static int new_variable(void *self)
{
    return solver_new_var(self);
}

static void add_clause(void *self, const int *literals, unsigned count)
{
    solver_add_clause(self, literals, count);
}

int encoding_literal(encoding *e, term truth)
{
    assert(e->always != 0 && term_width(e->s->terms, truth) == 1);
    if (truth == TERM_TRUE)
        return e->always;
    if (truth == TERM_FALSE)
        return -e->always;
    return blast_literal(e->blast, truth);
}

static const memory_access *access_at(const encoding *e, uint32_t access)
{
    assert(access < e->m->accesses.size);
    return &e->m->accesses.data[access];
}

static const symex_event *event_of(const encoding *e, uint32_t access)
{
    return &e->s->events.data[access_at(e, access)->event];
}

/* condition => literal, unless that is known anyway. */
static void imply(encoding *e, int condition, int literal)
{
    assert(condition != 0 && literal != 0);
    if (literal != e->always)
        solver_add_clause(e->clauses, (int[]){-condition, literal}, 2);
}

/* ---- the graph ---- */

static void add_graph(encoding *e)
{
    const encode_order *order = &e->order;
    for (uint32_t n = 0; n < e->graph->node_count; n++)
        order->add_node(order->self);
    for (uint32_t i = 0; i < e->graph->edges.size && !symex_is_stopped(e->s, EDGE_WORK); i++) {
        const memory_edge *edge = &e->graph->edges.data[i];
        if (edge->condition == TERM_TRUE)
            order->add_edge(order->self, edge->from, edge->to);
        else
            order->add_edge_if(order->self, edge->from, edge->to, encoding_literal(e, edge->condition));
    }
}

static uint32_t order_write_of(encoding *e, uint32_t access)
{
    assert(access_at(e, access)->is_write);
    if (e->order_write[access] == ENCODE_NONE) {
        uint32_t node = e->graph->node[access_at(e, access)->event];
        e->order_write[access] = e->order.add_write(e->order.self, node, event_of(e, access)->thread, access,
                                                    encoding_literal(e, access_at(e, access)->guard));
        vec_push(&e->access_of_write, access);
    }
    return e->order_write[access];
}

/* ---- values ---- */

static void equate_if(encoding *e, int condition, term a, term b)
{
    term equal = term_eq(e->s->terms, a, b);
    if (equal != TERM_TRUE)
        blast_assert_if(e->blast, condition, equal);
}

static term unset_bits(const encoding *e, const memory_access *a, term unset)
{
    return unset == SYMEX_ALL_SET ? term_constant(e->s->terms, a->size * 8u, 0) : unset;
}

/* The read gets the unset bits of what it reads, too, if it wants to know. */
static void equate_unset_if(encoding *e, int condition, const memory_access *read, term unset)
{
    if (read->unset != SYMEX_ALL_SET)
        equate_if(e, condition, read->unset, unset_bits(e, read, unset));
}

static term is_initial(encoding *e, const memory_access *r, const memory_cell *cell)
{
    term equal = term_eq(e->s->terms, r->value, cell->initial);
    if (r->unset == SYMEX_ALL_SET)
        return equal;
    return term_and(e->s->terms, equal, term_eq(e->s->terms, r->unset, unset_bits(e, r, cell->unset)));
}

/* The initial value of whichever cell the read hits. */
static void equate_initial(encoding *e, int condition, const memory_access *r)
{
    term_table *t = e->s->terms;
    for (uint32_t k = 0; k < r->cell_count && !symex_is_stopped(e->s, CELL_WORK); k++) {
        const memory_cell *cell = &e->m->cells.data[e->m->may.data[r->first_cell + k]];
        term equal = is_initial(e, r, cell);
        if (r->cell_count > 1)
            equal = term_implies(
                t, term_eq(t, r->address, term_constant(t, e->s->program->layout.pointer_bits, cell->address)), equal);
        if (equal != TERM_TRUE)
            blast_assert_if(e->blast, condition, equal);
    }
}

/* The latest executed of the candidates. */
static void add_static_read(encoding *e, const memory_read *read)
{
    const memory_access *r = access_at(e, read->access);
    term_table *t = e->s->terms;
    term value = r->value, unset = r->unset;
    for (uint32_t i = 0; i < read->count; i++) {
        uint32_t source = e->candidates->candidates.data[read->first + i].write;
        const memory_cell *cell = &e->m->cells.data[e->m->may.data[r->first_cell]];
        const memory_access *w = source == IR_NONE ? NULL : access_at(e, source);
        value = w ? term_ite(t, w->guard, w->value, value) : cell->initial;
        if (r->unset != SYMEX_ALL_SET)
            unset = w ? term_ite(t, w->guard, unset_bits(e, r, w->unset), unset) : unset_bits(e, r, cell->unset);
    }
    equate_if(e, encoding_literal(e, r->guard), r->value, value);
    equate_unset_if(e, encoding_literal(e, r->guard), r, unset);
}

/* ---- rf ---- */

static bool is_global_rf(const encoding *e, uint32_t write, uint32_t read)
{
    bool is_internal = event_of(e, write)->thread == event_of(e, read)->thread;
    return is_internal ? e->model->rfi_is_global : e->model->rfe_is_global;
}

static void add_candidate(encoding *e, const memory_read *read, uint32_t index, int rf, uint32_t order_read,
                          uint32_t initial)
{
    const memory_access *r = access_at(e, read->access);
    const memory_candidate *c = &e->candidates->candidates.data[read->first + index];
    imply(e, rf, encoding_literal(e, r->guard));
    if (c->write == IR_NONE) {
        equate_initial(e, rf, r);
        e->order.add_rf(e->order.self, initial, order_read, rf, false);
        return;
    }
    const memory_access *w = access_at(e, c->write);
    imply(e, rf, encoding_literal(e, w->guard));
    imply(e, rf, encoding_literal(e, c->condition));
    equate_if(e, rf, r->value, w->value);
    equate_unset_if(e, rf, r, w->unset);
    e->order.add_rf(e->order.self, order_write_of(e, c->write), order_read, rf,
                    is_global_rf(e, c->write, read->access));
}

static void add_dynamic_read(encoding *e, const memory_read *read, uint32_t initial)
{
    const memory_access *r = access_at(e, read->access);
    assert(!r->is_write && read->count > 0);
    int guard = encoding_literal(e, r->guard);
    uint32_t order_read = e->order.add_read(e->order.self, e->graph->node[r->event], event_of(e, read->access)->thread,
                                            read->access, guard);
    vec_push(&e->access_of_read, read->access);
    VEC(int) some = {0};
    vec_push(&some, -guard);
    for (uint32_t i = 0; i < read->count; i++) {
        int rf = solver_new_var(e->clauses);
        e->rf.data[read->first + i] = rf;
        vec_push(&some, rf);
        add_candidate(e, read, i, rf, order_read, initial);
    }
    solver_add_clause(e->clauses, some.data, some.size);
    vec_clear(&some);
}

/* ---- ws ---- */

static void add_open_pair(encoding *e, const memory_ws_pair *pair)
{
    assert(!pair->is_known && pair->write != pair->other);
    const int all[] = {
        encoding_literal(e, access_at(e, pair->write)->guard),
        encoding_literal(e, access_at(e, pair->other)->guard),
        encoding_literal(e, pair->condition),
    };
    int conditions[sizeof all / sizeof *all];
    uint32_t count = 0;
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] != e->always)
            conditions[count++] = all[i];
    e->order.add_pair(e->order.self, order_write_of(e, pair->write), order_write_of(e, pair->other), conditions, count);
}

static void add_pairs(encoding *e)
{
    for (uint32_t i = 0; i < e->ws->pairs.size && !symex_is_stopped(e->s, PAIR_WORK); i++) {
        const memory_ws_pair *pair = &e->ws->pairs.data[i];
        if (!pair->is_known) {
            add_open_pair(e, pair);
            continue;
        }
        term is_there = term_and(e->s->terms, access_at(e, pair->other)->guard, pair->condition);
        e->order.add_ws(e->order.self, order_write_of(e, pair->write), order_write_of(e, pair->other),
                        encoding_literal(e, is_there), pair->needs_edge);
    }
}

/* Writes before everything, and what overwrites them. By cell, or (behind all cells) by reading access. */
static uint32_t *add_initials(encoding *e)
{
    uint32_t *initials = alloc_bytes((e->m->cells.size + e->m->accesses.size + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < e->ws->initials.size; i++) {
        const memory_initial *entry = &e->ws->initials.data[i];
        uint32_t write = e->order.add_write(e->order.self, ENCODE_NONE, ENCODE_NONE, 0, e->always);
        vec_push(&e->access_of_write, IR_NONE);
        initials[entry->cell != IR_NONE ? entry->cell : e->m->cells.size + entry->read] = write;
        for (uint32_t k = 0; k < entry->count && !symex_is_stopped(e->s, CELL_WORK); k++) {
            const memory_overwrite *o = &e->ws->overwrites.data[entry->first + k];
            term is_there = term_and(e->s->terms, access_at(e, o->other)->guard, o->condition);
            e->order.add_ws(e->order.self, write, order_write_of(e, o->other), encoding_literal(e, is_there), false);
        }
    }
    return initials;
}

/* ---- all ---- */

/* False if the budget is spent. */
static bool add_reads(encoding *e)
{
    uint32_t *initials = add_initials(e);
    bool goes_on = true;
    vec_resize(&e->rf, e->candidates->candidates.size);
    for (uint32_t i = 0; i < e->candidates->reads.size && goes_on; i++) {
        const memory_read *read = &e->candidates->reads.data[i];
        const memory_access *r = access_at(e, read->access);
        if (read->is_static)
            add_static_read(e, read);
        else
            add_dynamic_read(
                e, read,
                initials[r->cell_count == 1 ? e->m->may.data[r->first_cell] : e->m->cells.size + read->access]);
        goes_on = !symex_is_stopped(e->s, read->count * CANDIDATE_WORK);
    }
    free(initials);
    return goes_on;
}

/* False if there are too many pairs, or the budget is spent. */
static bool find_relations(encoding *e)
{
    e->graph = memory_graph_new(e->m, e->model);
    e->candidates = memory_find_candidates(e->m, e->model, true);
    if (e->candidates->rf_after + e->candidates->ws_after > ENCODING_MAX_PAIRS)
        return false;
    e->ws = memory_find_ws(e->m, e->candidates, e->model);
    return !budget_is_spent(e->s->budget);
}

/* False if the budget is spent. */
static bool add_all(encoding *e)
{
    e->always = solver_new_var(e->clauses);
    solver_add_clause(e->clauses, &e->always, 1);
    e->order.begin(e->order.self, e->always);
    add_graph(e);
    encoding_add_races(e);
    if (!add_reads(e))
        return false;
    add_pairs(e);
    if (budget_is_spent(e->s->budget))
        return false;
    e->order.finish(e->order.self, e);
    return true;
}

encoding *encoding_build(const memory *m, const model *model, solver *clauses, const encode_order *order)
{
    assert(clauses && order->add_node && order->finish && order->each_edge && order->destroy);
    encoding *e = alloc_zeroed(1, sizeof *e);
    e->s = m->s;
    e->m = m;
    e->model = model;
    e->clauses = clauses;
    e->order = *order;
    e->order_write = alloc_bytes((m->accesses.size + 1) * sizeof(uint32_t));
    memset(e->order_write, 0xff, (m->accesses.size + 1) * sizeof(uint32_t));
    e->blast = blast_new(m->s->terms, (blast_sink){clauses, new_variable, add_clause});
    blast_set_budget(e->blast, m->s->budget);
    if (find_relations(e) && add_all(e)) {
        assert(encoding_is_valid(e));
        return e;
    }
    encoding_free(e);
    return NULL;
}

void encoding_add_axioms(encoding *e)
{
    diag d = {0};
    assert(e->axioms == NULL && e->model->cat);
    e->axioms = axioms_new(e, &d);
    assert(e->axioms);
    diag_clear(&d);
}

/* ---- solving ---- */

void encoding_set_terminate(encoding *e, void *state, bool (*terminate)(void *state))
{
    e->terminate = terminate;
    e->terminate_state = state;
    solver_set_terminate(e->clauses, state, terminate);
    if (e->order.set_terminate)
        e->order.set_terminate(e->order.self, state, terminate);
}

/* Is the model of the clauses one? If not, it is excluded, unless there is no time for that. */
static bool is_execution(encoding *e)
{
    if (e->order.accept && !e->order.accept(e->order.self))
        return false;
    return e->axioms == NULL || axioms_accept(e->axioms);
}

sat_result encoding_solve(encoding *e, const int *assumptions, uint32_t count)
{
    for (;;) {
        for (uint32_t i = 0; i < count; i++)
            solver_assume(e->clauses, assumptions[i]);
        sat_result result = solver_solve(e->clauses, SOLVER_NO_LIMIT);
        if (result != SAT_SATISFIABLE || is_execution(e))
            return result;
        if (e->terminate && e->terminate(e->terminate_state))
            return SAT_UNKNOWN;
    }
}

void encoding_free(encoding *e)
{
    if (e == NULL)
        return;
    memory_graph_free(e->graph);
    memory_candidates_free(e->candidates);
    memory_ws_free(e->ws);
    axioms_free(e->axioms);
    blast_free(e->blast);
    solver_free(e->clauses);
    e->order.destroy(e->order.self);
    free(e->order_write);
    vec_clear(&e->rf);
    vec_clear(&e->races);
    vec_clear(&e->access_of_write);
    vec_clear(&e->access_of_read);
    free(e);
}
