#include "rf/explore.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "rf/memo.h"
#include "rf/state.h"
#include "rf/variation.h"

enum {
    FIRST_WIDTH = 8,
    NODE_WORK = 30, /* for each node of an execution, beside the machine's own, in units of base/budget.h */
};

/* ---- begin and end ---- */

static void listen(void *context, const machine_state *state, const machine_event *event)
{
    explore *x = context;
    rf_run_listen(&x->run, state, event);
}

explore *explore_new(const ir_program *program, const explore_options *options)
{
    explore *x = alloc_zeroed(1, sizeof *x);
    machine_options mo = options->machine;
    mo.is_traced = true;
    mo.on_event = listen;
    mo.context = x;
    mo.buffer_bound = 0;
    x->program = program;
    x->m = machine_new(program, &mo);
    x->budget = mo.budget;
    x->width = FIRST_WIDTH;
    x->max_nodes = options->max_nodes ? options->max_nodes : UINT32_MAX;
    x->consistency = consistency_new();
    return x;
}

static void clear_decision(rf_decision *d)
{
    for (uint32_t i = 0; i < d->plans.size; i++)
        rf_plan_clear(&d->plans.data[i]);
    vec_clear(&d->plans);
    map_clear(&d->known);
}

/* All that was done is forgotten. */
static void reset(explore *x)
{
    while (x->decisions.size > 0)
        clear_decision(&x->decisions.data[--x->decisions.size]);
    rf_plan_clear(&x->current);
    rf_memo_clear(x);
    if (x->has_begun)
        rf_run_clear(&x->run);
    x->has_begun = false;
}

void explore_free(explore *x)
{
    if (x == NULL)
        return;
    reset(x);
    machine_free(x->m);
    consistency_free(x->consistency);
    history_clear(&x->history);
    places_clear(&x->places);
    vec_clear(&x->decisions);
    vec_clear(&x->order);
    vec_clear(&x->position);
    vec_clear(&x->open_waits);
    map_clear(&x->blocked);
    vec_clear(&x->hashes);
    vec_clear(&x->mixed);
    vec_clear(&x->writers);
    vec_clear(&x->writers_next);
    vec_clear(&x->writer_node);
    vec_clear(&x->only_writer);
    vec_clear(&x->blocks);
    for (uint32_t i = 0; i < x->spare.size; i++) {
        vec_clear(&x->spare.data[i].given);
        vec_clear(&x->spare.data[i].reads);
        vec_clear(&x->spare.data[i].writes);
    }
    vec_clear(&x->spare);
    vec_clear(&x->above);
    vec_clear(&x->arrived);
    vec_clear(&x->now);
    vec_clear(&x->fenced);
    vec_clear(&x->steps);
    vec_clear(&x->prefix);
    vec_clear(&x->lengths);
    free(x);
}

/* ---- looking at an execution ---- */

/* Planned nodes first, then those that came, as they came. */
static void order_nodes(explore *x)
{
    const rf_trace *t = &x->run.trace;
    x->order.size = 0;
    x->position.size = 0;
    vec_resize(&x->position, t->nodes.size);
    for (uint32_t i = 0; i < t->nodes.size; i++)
        x->position.data[i] = UINT32_MAX;
    vec_append(&x->order, x->current.order.data, x->current.order.size);
    for (uint32_t i = 0; i < x->order.size; i++) {
        rf_id id = x->order.data[i];
        x->position.data[t->threads.data[rf_thread_of(id)].nodes.data[rf_number_of(id)]] = i;
    }
    for (uint32_t i = 0; i < t->nodes.size; i++)
        if (x->position.data[i] == UINT32_MAX) {
            x->position.data[i] = x->order.size;
            vec_push(&x->order, t->nodes.data[i].id);
        }
    x->blocks.size = 0;
    for (uint32_t i = 0; i < x->order.size; i++)
        if (rf_trace_node_of(t, x->order.data[i])->before)
            vec_push(&x->blocks, i);
}

static void hash_nodes(explore *x)
{
    const rf_trace *t = &x->run.trace;
    x->hashes.size = x->mixed.size = 0;
    vec_resize(&x->mixed, t->nodes.size);
    for (uint32_t i = 0; i < t->nodes.size; i++) {
        const rf_node *node = &t->nodes.data[i];
        vec_push(&x->hashes, rf_hash_node(node->id, t->reads.data + node->first_read, node->read_count,
                                          node->is_input ? node->input : 0));
    }
}

static void list_writers(explore *x)
{
    const rf_trace *t = &x->run.trace;
    x->writers.size = x->writers_next.size = x->writer_node.size = 0;
    vec_resize(&x->writers, x->places.cells.size);
    vec_resize(&x->writers_next, t->writes.size);
    vec_resize(&x->writer_node, t->writes.size);
    x->only_writer.size = 0;
    vec_resize(&x->only_writer, x->places.cells.size);
    for (uint32_t i = 0; i < t->nodes.size; i++)
        for (uint32_t k = 0; k < t->nodes.data[i].write_count; k++) {
            uint32_t write = t->nodes.data[i].first_write + k, cell = t->writes.data[write].cell;
            uint32_t *only = &x->only_writer.data[cell], thread = rf_thread_of(t->nodes.data[i].id);
            *only = x->writers.data[cell] == 0 || *only == thread ? thread : RF_NONE;
            x->writers_next.data[write] = x->writers.data[cell];
            x->writers.data[cell] = write + 1;
            x->writer_node.data[write] = i;
        }
}

/* The execution was to be what was planned. */
static bool is_as_planned(const explore *x)
{
    const rf_trace *t = &x->run.trace;
    uint64_t hash = 0;
    for (uint32_t i = 0; i < x->current.order.size; i++) {
        rf_id id = x->current.order.data[i];
        if (rf_trace_length(t, rf_thread_of(id)) <= rf_number_of(id))
            return false;
        hash += x->hashes.data[t->threads.data[rf_thread_of(id)].nodes.data[rf_number_of(id)]];
    }
    return hash == x->current.hash;
}

/* The cell of the lock that the node takes, RF_NONE: it does not. */
static uint32_t taken_by(const explore *x, const rf_node *node)
{
    bool takes = node->awaited != RF_NONE && rf_trace_find_write(&x->run.trace, node, node->awaited) &&
                 !rf_is_open_wait(x, node);
    return takes ? node->awaited : RF_NONE;
}

/* A lock may be set by somebody who does not take it only if it is known when: before, or after. That it is taken as it
 * was set is no reason, since it could be taken as it was before. */
static void check_lock(explore *x, const rf_node *node)
{
    const rf_trace *t = &x->run.trace;
    if (taken_by(x, node) == RF_NONE)
        return;
    for (uint32_t i = x->writers.data[node->awaited]; i > 0; i = x->writers_next.data[i - 1]) {
        const rf_node *w = &t->nodes.data[x->writer_node.data[i - 1]];
        bool is_before = variation_is_before(variation_clock_above(t, node->id), w->id);
        bool is_after = rf_trace_clock(t, w)[rf_thread_of(node->id)] > rf_number_of(node->id);
        if (rf_trace_find_read(t, w, node->awaited) == NULL && !is_before && !is_after)
            x->problem = "a lock is set by somebody who does not take it";
    }
}

/* ---- decisions ---- */

static bool is_decision(const rf_node *node)
{
    return node->is_input || (node->read_count > 0 && !node->is_fixed);
}

static void add_decisions(explore *x)
{
    for (uint32_t i = x->current.order.size; i < x->order.size; i++) {
        const rf_node *node = rf_trace_node_of(&x->run.trace, x->order.data[i]);
        check_lock(x, node);
        if (!is_decision(node))
            continue;
        vec_push(&x->decisions, (rf_decision){.position = i, .taken = taken_by(x, node)});
        uint64_t hash = x->hashes.data[node - x->run.trace.nodes.data];
        map_put(&vec_last(&x->decisions)->known, hash - (hash == MAP_NO_KEY), 1);
    }
}

/* `prefix` is moved along the order, up to the position. */
static void advance_prefix(explore *x, uint32_t *at, uint32_t position)
{
    for (; *at < position; ++*at)
        x->prefix.data[rf_thread_of(x->order.data[*at])]++;
}

static void vary_all(explore *x, uint32_t first_new_decision)
{
    uint32_t at = 0;
    x->prefix.size = x->lengths.size = 0;
    vec_resize(&x->prefix, x->width);
    vec_resize(&x->lengths, x->width);
    for (uint32_t i = 0; i < x->decisions.size && x->problem == NULL; i++) {
        advance_prefix(x, &at, x->decisions.data[i].position);
        rf_vary(x, &x->decisions.data[i], i >= first_new_decision);
    }
    advance_prefix(x, &at, x->order.size);
    for (uint32_t t = 0; t < machine_thread_count(x->run.state) && x->problem == NULL; t++) {
        rf_decision d = {.position = x->order.size, .taken = RF_NONE};
        rf_vary_waiting(x, &d, t);
        if (d.plans.size > 0)
            vec_push(&x->decisions, d);
        else
            clear_decision(&d);
    }
}

/* ---- going on ---- */

static void note_counts(explore *x)
{
    explore_counts *c = &x->counts;
    uint64_t plans = 0;
    for (uint32_t i = 0; i < x->decisions.size; i++)
        plans += x->decisions.data[i].plans.size;
    if (c->decisions < x->decisions.size)
        c->decisions = x->decisions.size;
    if (c->planned < plans)
        c->planned = plans;
    if (c->threads < machine_thread_count(x->run.state))
        c->threads = machine_thread_count(x->run.state);
    if (c->nodes < x->run.trace.nodes.size)
        c->nodes = x->run.trace.nodes.size;
}

/* Everything about the execution, and what else could be. */
static void look_at_execution(explore *x)
{
    uint32_t old_decisions = x->decisions.size;
    budget_charge(x->budget, NODE_WORK * (uint64_t)x->run.trace.nodes.size);
    hash_nodes(x);
    if (!is_as_planned(x)) {
        x->problem = "an execution that is not as planned";
        return;
    }
    order_nodes(x);
    list_writers(x);
    rf_find_arrivals(x);
    /* The decision itself may do something else than before, so it is new. */
    x->first_new = x->decisions.size > 0 ? vec_last(&x->decisions)->position : 0;
    add_decisions(x);
    vary_all(x, old_decisions);
    note_counts(x);
}

/* If a store could come too late, it does. */
static bool look_for_late_store(explore *x, rf_fate *fate)
{
    rf_plan plan = {0};
    bool is_found = x->problem == NULL && rf_plan_late_store(x, &plan);
    if (is_found) {
        *fate = rf_run_execute(&x->run, &plan.points, &plan.inputs);
        if (*fate != RF_VIOLATION)
            x->problem = "a store that does not come too late, as was planned";
    }
    rf_plan_clear(&plan);
    return is_found;
}

/* The next plan, of the last decision that has one. */
static bool next_plan(explore *x)
{
    while (x->decisions.size > 0) {
        rf_decision *d = vec_last(&x->decisions);
        if (d->plans.size > 0) {
            rf_plan_clear(&x->current);
            x->current = vec_pop(&d->plans);
            return true;
        }
        clear_decision(d);
        x->decisions.size--;
    }
    return false;
}

static bool must_begin_anew(const explore *x)
{
    return x->places.has_changed || x->has_opened || machine_thread_count(x->run.state) > x->width;
}

static explore_event begin_anew(explore *x)
{
    uint32_t threads = x->run.state ? machine_thread_count(x->run.state) : 0;
    while (x->width < threads)
        x->width *= 2;
    x->places.has_changed = x->has_opened = false;
    reset(x);
    x->counts = (explore_counts){.restarts = x->counts.restarts + 1};
    x->was_cut = false;
    x->problem = NULL;
    return EXPLORE_AGAIN;
}

static explore_event event_of(explore *x, rf_fate fate)
{
    x->counts.deadlocks += x->run.was_deadlock;
    switch (fate) {
    case RF_COMPLETE:
    case RF_DEADLOCK:
        x->counts.classes++;
        return EXPLORE_CLASS;
    case RF_BLOCKED:
        x->counts.blocked++;
        return EXPLORE_BLOCKED;
    case RF_VIOLATION:
        return EXPLORE_VIOLATION;
    case RF_UNSUPPORTED:
        return EXPLORE_UNSUPPORTED;
    case RF_LIMIT:
        break;
    }
    x->problem = x->run.trace.problem ? x->run.trace.problem : x->run.result.message;
    return EXPLORE_PROBLEM;
}

static bool begin(explore *x, rf_fate *fate)
{
    bool goes_on = rf_run_init(&x->run, x->m, &x->places, x->width, fate);
    x->run.max_nodes = x->max_nodes;
    x->has_begun = true;
    return goes_on;
}

explore_event explore_next(explore *x)
{
    rf_fate fate;
    if (x->problem)
        return EXPLORE_PROBLEM;
    if (!x->has_begun) {
        if (!begin(x, &fate))
            return event_of(x, fate);
    } else if (!next_plan(x)) {
        return EXPLORE_DONE;
    }
    fate = rf_run_execute(&x->run, &x->current.points, &x->current.inputs);
    x->was_cut |= x->run.was_cut;
    if (must_begin_anew(x))
        return begin_anew(x);
    if (fate <= RF_DEADLOCK)
        look_at_execution(x);
    if (must_begin_anew(x))
        return begin_anew(x);
    if (fate <= RF_DEADLOCK && look_for_late_store(x, &fate) && x->problem == NULL)
        return EXPLORE_VIOLATION;
    if (x->problem)
        return EXPLORE_PROBLEM;
    return event_of(x, fate);
}

const rf_run *explore_run(const explore *x)
{
    return &x->run;
}

const char *explore_problem(const explore *x)
{
    return x->problem;
}

bool explore_was_cut(const explore *x)
{
    return x->was_cut || explore_cuts(x)->size > 0;
}

const machine_cuts *explore_cuts(const explore *x)
{
    return machine_cuts_of(x->m);
}

explore_counts explore_count(const explore *x)
{
    explore_counts counts = x->counts;
    counts.checks = consistency_count(x->consistency);
    counts.instructions = machine_instruction_count(x->m);
    return counts;
}
