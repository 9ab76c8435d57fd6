#include "satdir/query.h"

#include <stdlib.h>

#include "encode/order_theory.h"
#include "solver/own.h"

enum { PAIR_WORK = 8 }; /* in units of base/budget.h */

typedef struct query_cell {
    VEC(uint32_t) writes; /* indices */
    uint32_t initial;     /* write of the order; ENCODE_NONE: not needed yet */
    uint64_t value;
} query_cell;

/* ---- clauses ---- */

static void add_literal(query *q, int literal)
{
    vec_push(&q->clause, literal);
}

static void end_clause(query *q)
{
    solver_add_clause(q->solver, q->clause.data, q->clause.size);
    q->clause.size = 0;
}

static void add_implication(query *q, int from, int to)
{
    solver_add_clause(q->solver, (int[]){-from, to}, 2);
}

/* ---- nodes and edges of the order ---- */

static uint32_t new_node(query *q, uint32_t head, bool is_to_memory, bool is_ghost)
{
    vec_push(&q->nodes, (query_node){head, is_to_memory, is_ghost});
    return q->order.add_node(q->order.self);
}

static bool is_buffered(const query *q)
{
    return model_is_buffered(q->model);
}

/* What kind of node the points with this head make: that of its ACT, or a read. */
static history_kind kind_of(const query *q, uint32_t p)
{
    const spot *s = unrolled_spot(&q->u, p);
    return s->kind == SPOT_ACT && !s->is_silent ? (history_kind)s->step : HISTORY_READ;
}

static bool is_waiting_write(const query *q, uint32_t p)
{
    return is_buffered(q) && kind_of(q, p) == HISTORY_WRITE;
}

static void add_nodes(query *q)
{
    for (uint32_t i = 0; i < q->u.points.size; i++) {
        query_point *p = &q->points.data[i];
        p->done = solver_new_var(q->solver);
        if (q->u.points.data[i].head != i)
            continue;
        p->r = p->w = p->m = p->g = new_node(q, i, false, is_waiting_write(q, i));
        if (!is_buffered(q))
            continue;
        p->m = new_node(q, i, false, true);
        p->g = new_node(q, i, false, true);
        if (is_waiting_write(q, i))
            p->w = new_node(q, i, true, false);
    }
}

static void add_edge(query *q, uint32_t from, uint32_t to)
{
    q->order.add_edge(q->order.self, from, to);
}

/* Inside of a node, if stores are buffered. Points behind the head may make it a block. */
static void add_inner_edges(query *q, uint32_t i)
{
    const query_point *head = &q->points.data[q->u.points.data[i].head];
    history_kind kind = kind_of(q, i);
    if (unrolled_spot(&q->u, i)->kind != SPOT_ACT)
        return;
    if (kind == HISTORY_WRITE) {
        add_edge(q, head->r, head->w);
        add_edge(q, head->m, head->w);
    } else if (kind == HISTORY_BLOCK || kind == HISTORY_FENCE) {
        add_edge(q, head->g, head->r);
    }
}

/* From one node of a thread to the next. */
static void add_outer_edges(query *q, uint32_t from, uint32_t to)
{
    const query_point *a = &q->points.data[q->u.points.data[from].head], *b = &q->points.data[to];
    add_edge(q, a->r, b->r);
    if (!is_buffered(q))
        return;
    add_edge(q, a->m, b->m);
    add_edge(q, a->g, b->g);
    if (is_waiting_write(q, from)) {
        add_edge(q, a->w, b->g);
        if (q->model->keeps[MODEL_WRITE][MODEL_WRITE] == MODEL_ALWAYS)
            add_edge(q, a->w, b->m);
    } else if (kind_of(q, from) == HISTORY_STORE_FENCE) {
        add_edge(q, a->g, b->m);
    }
}

static bool is_start(const query *q, uint32_t from, uint32_t to)
{
    return unrolled_spot(&q->u, from)->thread != unrolled_spot(&q->u, to)->thread;
}

static void add_edges(query *q)
{
    for (uint32_t i = 0; i < q->u.points.size; i++) {
        const point *p = &q->u.points.data[i];
        if (is_buffered(q))
            add_inner_edges(q, i);
        for (uint32_t k = 0; k < p->sources.size && p->head == i; k++) {
            uint32_t from = p->sources.data[k];
            if (is_start(q, from, i))
                q->order.add_edge_if(q->order.self, q->points.data[q->u.points.data[from].head].r, q->points.data[i].r,
                                     q->points.data[from].done);
            else
                add_outer_edges(q, from, i);
        }
    }
}

/* ---- writes ---- */

static query_cell *cell_at(query *q, uint32_t cell)
{
    while (q->cells.size <= cell)
        vec_push(&q->cells, (query_cell){.initial = ENCODE_NONE});
    return &q->cells.data[cell];
}

static void add_write(query *q, uint32_t i, const rf_write *write)
{
    const query_point *head = &q->points.data[q->u.points.data[i].head];
    query_write w = {.point = i, .cell = write->cell, .value = write->value};
    w.write = q->order.add_write(q->order.self, head->w, unrolled_spot(&q->u, i)->thread, q->u.points.data[i].rank,
                                 q->points.data[i].done);
    vec_push(&cell_at(q, write->cell)->writes, q->writes.size);
    vec_push(&q->writes, w);
}

static void add_writes(query *q)
{
    for (uint32_t i = 0; i < q->u.order.size; i++) {
        uint32_t p = q->u.order.data[i];
        const spot *s = unrolled_spot(&q->u, p);
        for (uint32_t k = 0; k < s->writes.size; k++)
            add_write(q, p, &s->writes.data[k]);
    }
}

/* Which of two writes to a cell is first; they are ordered by rank. */
static void add_pair(query *q, const query_write *a, const query_write *b)
{
    int conditions[] = {q->points.data[a->point].done, q->points.data[b->point].done};
    if (is_start(q, a->point, b->point))
        q->order.add_pair(q->order.self, a->write, b->write, conditions, 2);
    else if (unrolled_is_before(&q->u, a->point, b->point))
        q->order.add_ws(q->order.self, a->write, b->write, conditions[1], is_buffered(q));
}

static bool add_pairs(query *q)
{
    for (uint32_t c = 0; c < q->cells.size; c++) {
        const query_cell *cell = &q->cells.data[c];
        for (uint32_t i = 0; i < cell->writes.size; i++) {
            for (uint32_t k = i + 1; k < cell->writes.size; k++)
                add_pair(q, &q->writes.data[cell->writes.data[i]], &q->writes.data[cell->writes.data[k]]);
            if (budget_charge(q->budget, PAIR_WORK * (uint64_t)(cell->writes.size - i)))
                return false;
        }
    }
    return true;
}

static uint32_t initial_of(query *q, uint32_t c)
{
    query_cell *cell = cell_at(q, c);
    if (cell->initial != ENCODE_NONE)
        return cell->initial;
    learn_initial(q->learn, c, &cell->value);
    cell->initial = q->order.add_write(q->order.self, ENCODE_NONE, ENCODE_NONE, 0, q->always);
    for (uint32_t i = 0; i < cell->writes.size; i++) {
        const query_write *w = &q->writes.data[cell->writes.data[i]];
        q->order.add_ws(q->order.self, cell->initial, w->write, q->points.data[w->point].done, false);
    }
    return cell->initial;
}

/* ---- reads ---- */

static query_take *take_of(query *q, uint32_t p, uint64_t value)
{
    query_point *at = &q->points.data[p];
    for (uint32_t i = 0; i < at->takes.size; i++)
        if (at->takes.data[i].value == value)
            return &at->takes.data[i];
    vec_push(&at->takes, (query_take){value, solver_new_var(q->solver)});
    return vec_last(&at->takes);
}

/* Is it known that the thread does not go on with the value, or goes on for nothing? */
static bool is_dead_end(const query *q, uint32_t p, uint64_t value)
{
    const spot_edge *edge = automaton_find_edge(q->u.automaton, q->u.points.data[p].spot, value);
    const point *at = &q->u.points.data[p];
    if (edge == NULL)
        return false;
    for (uint32_t i = 0; i < at->edges.size; i++)
        if (at->edges.data[i].value == value)
            return false;
    return true;
}

typedef struct source {
    int literal;
    uint64_t value;
} source;

typedef VEC(source) sources;

static void add_source(query *q, uint32_t p, uint32_t write, uint64_t value, int done, bool is_own, sources *list)
{
    query_point *at = &q->points.data[p];
    if (is_dead_end(q, p, value))
        return;
    int literal = solver_new_var(q->solver);
    q->order.add_rf(q->order.self, write, at->read, literal, !is_own);
    add_implication(q, literal, at->done);
    if (done != q->always)
        add_implication(q, literal, done);
    add_implication(q, literal, take_of(q, p, value)->literal);
    vec_push(list, (source){literal, value});
}

static void find_sources(query *q, uint32_t p, sources *list)
{
    uint32_t c = unrolled_spot(&q->u, p)->cell, initial = initial_of(q, c);
    const query_cell *cell = &q->cells.data[c];
    add_source(q, p, initial, cell->value, q->always, false, list);
    for (uint32_t i = 0; i < cell->writes.size; i++) {
        const query_write *w = &q->writes.data[cell->writes.data[i]];
        bool is_own = !is_start(q, w->point, p);
        if (!is_own || unrolled_is_before(&q->u, w->point, p))
            add_source(q, p, w->write, w->value, q->points.data[w->point].done, is_own, list);
    }
}

/* If it is done it reads from somewhere, and reads a value only from where that is. */
static void close_sources(query *q, uint32_t p, const sources *list)
{
    const query_point *at = &q->points.data[p];
    add_literal(q, -at->done);
    for (uint32_t i = 0; i < list->size; i++)
        add_literal(q, list->data[i].literal);
    end_clause(q);
    for (uint32_t k = 0; k < at->takes.size; k++) {
        add_literal(q, -at->takes.data[k].literal);
        for (uint32_t i = 0; i < list->size; i++)
            if (list->data[i].value == at->takes.data[k].value)
                add_literal(q, list->data[i].literal);
        end_clause(q);
    }
}

/* What the values lead to: a goal, a further round, or the rest of the node. */
static void follow_takes(query *q, uint32_t p)
{
    const query_point *at = &q->points.data[p];
    for (uint32_t k = 0; k < at->takes.size; k++) {
        query_goal goal = {.point = p, .value = at->takes.data[k].value, .literal = at->takes.data[k].literal};
        uint32_t next = unrolled_next(&q->u, p, goal.value);
        if (automaton_find_edge(q->u.automaton, q->u.points.data[p].spot, goal.value) == NULL)
            vec_push(&q->goals, goal);
        else if (next == POINT_NONE)
            vec_push(&q->cuts, goal);
        else if (unrolled_spot(&q->u, next)->is_inner)
            add_implication(q, goal.literal, q->points.data[next].done);
    }
}

static bool add_reads(query *q)
{
    sources list = {0};
    bool goes_on = true;
    for (uint32_t i = 0; i < q->u.order.size && goes_on; i++) {
        uint32_t p = q->u.order.data[i];
        const spot *s = unrolled_spot(&q->u, p);
        if (s->kind != SPOT_READ)
            continue;
        list.size = 0;
        q->points.data[p].read = q->order.add_read(q->order.self, q->points.data[q->u.points.data[p].head].r, s->thread,
                                                   q->u.points.data[p].rank, q->points.data[p].done);
        find_sources(q, p, &list);
        close_sources(q, p, &list);
        follow_takes(q, p);
        goes_on = !budget_charge(q->budget, PAIR_WORK * (uint64_t)list.size);
    }
    vec_clear(&list);
    return goes_on;
}

/* ---- where threads go ---- */

/* Literals, one of which is true if the thread comes from the first point to the second. */
static void add_arrivals(query *q, uint32_t from, uint32_t to)
{
    const query_point *at = &q->points.data[from];
    if (is_start(q, from, to) || unrolled_spot(&q->u, from)->kind != SPOT_READ) {
        add_literal(q, at->done);
        return;
    }
    for (uint32_t i = 0; i < at->takes.size; i++)
        if (unrolled_next(&q->u, from, at->takes.data[i].value) == to)
            add_literal(q, at->takes.data[i].literal);
}

static void add_ways(query *q)
{
    for (uint32_t i = 0; i < q->u.points.size; i++) {
        const point *p = &q->u.points.data[i];
        const spot *s = unrolled_spot(&q->u, i);
        if (p->sources.size > 0) {
            add_literal(q, -q->points.data[i].done);
            for (uint32_t k = 0; k < p->sources.size; k++)
                add_arrivals(q, p->sources.data[k], i);
            end_clause(q);
        }
        if (s->kind == SPOT_UNKNOWN)
            vec_push(&q->goals, (query_goal){.point = i, .literal = q->points.data[i].done});
        if (s->kind == SPOT_ACT && p->is_cut)
            vec_push(&q->cuts, (query_goal){.point = i, .literal = q->points.data[i].done});
    }
}

/* ---- what is not modelled ---- */

/* A store that waits could reach memory after its object has ended: that would be an error, which is not looked for. */
static void look_for_late_stores(query *q)
{
    const ir_program *program = machine_program(q->learn->run->m);
    places *places = q->learn->run->places;
    for (uint32_t i = 0; i < q->writes.size; i++) {
        const query_write *w = &q->writes.data[i];
        uint64_t address = places->cells.data[w->cell].address;
        if (!is_waiting_write(q, w->point) || ir_pointer_object(program->layout, address) <= program->globals.size)
            continue;
        const query_cell *life = cell_at(q, places_of_life(places, program->layout, address));
        for (uint32_t k = 0; k < life->writes.size; k++)
            if (is_start(q, w->point, q->writes.data[life->writes.data[k]].point))
                q->problem = "an object ends while a store of another thread may be on its way there";
    }
}

/* A node whose points differ in kind: its place in the order would depend on what is read. */
static void look_for_mixed_nodes(query *q)
{
    for (uint32_t i = 0; i < q->u.points.size && is_buffered(q); i++) {
        const spot *s = unrolled_spot(&q->u, i);
        if (s->is_inner && s->kind == SPOT_ACT && s->step == HISTORY_WRITE)
            q->problem = "a buffered store in the middle of a step";
    }
}

/* ---- all of it ---- */

static bool wants_to_stop(void *context)
{
    query *q = context;
    uint64_t work = solver_work(q->solver), before = q->told;
    q->told = work;
    return budget_spend(q->budget, work - before);
}

bool query_init(query *q, learn *l, const model *model, uint32_t rounds, budget *b)
{
    *q = (query){.learn = l, .model = model, .budget = b, .solver = solver_new(&SOLVER_OWN)};
    q->order = order_theory_new(q->solver, &(ord_options){0});
    unrolled_init(&q->u, &l->automaton, rounds);
    q->always = solver_new_var(q->solver);
    solver_add_clause(q->solver, &q->always, 1);
    vec_resize(&q->points, q->u.points.size);
    q->order.begin(q->order.self, q->always);
    add_nodes(q);
    add_edges(q);
    add_writes(q);
    look_for_late_stores(q);
    look_for_mixed_nodes(q);
    if (q->problem || !add_pairs(q) || !add_reads(q))
        return false;
    add_ways(q);
    q->order.finish(q->order.self, NULL);
    solver_set_terminate(q->solver, q, wants_to_stop);
    return true;
}

void query_clear(query *q)
{
    for (uint32_t i = 0; i < q->points.size; i++)
        vec_clear(&q->points.data[i].takes);
    for (uint32_t i = 0; i < q->cells.size; i++)
        vec_clear(&q->cells.data[i].writes);
    vec_clear(&q->points);
    vec_clear(&q->cells);
    vec_clear(&q->nodes);
    vec_clear(&q->writes);
    vec_clear(&q->goals);
    vec_clear(&q->cuts);
    vec_clear(&q->clause);
    unrolled_clear(&q->u);
    q->order.destroy(q->order.self);
    solver_free(q->solver);
}

/* ---- asking ---- */

/* One after the other: what is learned of the first ones, which are earlier in their threads, serves the next. */
query_answer query_ask(query *q, const query_goals *goals, uint32_t *found)
{
    for (*found = 0; *found < goals->size; ++*found) {
        int literal = goals->data[*found].literal;
        solver_assume(q->solver, literal);
        switch (solver_solve(q->solver, SOLVER_NO_LIMIT)) {
        case SAT_SATISFIABLE:
            return QUERY_FOUND;
        case SAT_UNSATISFIABLE:
            solver_add_clause(q->solver, (int[]){-literal}, 1);
            break;
        default:
            return QUERY_NO_TIME;
        }
    }
    return QUERY_NONE;
}
