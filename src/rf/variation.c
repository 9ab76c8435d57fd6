#include "rf/variation.h"

#include "rf/memo.h"
#include "rf/probe.h"

enum { MOST_THREADS = 256 };

variation variation_new(explore *x, rf_decision *d, rf_id id, const rf_node *node, const machine_state *before)
{
    rf_lists lists = x->spare.size > 0 ? vec_pop(&x->spare) : (rf_lists){0};
    return (variation){
        .x = x,
        .id = id,
        .node = node,
        .before = before,
        .decision = d,
        .given = lists.given,
        .variant = {.reads = lists.reads, .writes = lists.writes},
    };
}

void variation_clear(variation *v)
{
    v->given.size = v->variant.reads.size = v->variant.writes.size = 0;
    vec_push(&v->x->spare, (rf_lists){v->given, v->variant.reads, v->variant.writes});
}

static const rf_trace *trace_of(const variation *v)
{
    return &v->x->run.trace;
}

const uint32_t *variation_clock_above(const rf_trace *t, rf_id id)
{
    rf_id before = rf_number_of(id) > 0 ? id - 1 : t->threads.data[rf_thread_of(id)].start;
    return before == RF_NONE ? NULL : rf_trace_clock(t, rf_trace_node_of(t, before));
}

static bool is_after_node(const rf_trace *t, const rf_node *w, rf_id id)
{
    return rf_trace_clock(t, w)[rf_thread_of(id)] > rf_number_of(id);
}

/* The source of an earlier read of the cell by the same thread: what was there before it cannot be read any more.
 * Needed where a read does not tell what else has arrived. */
static rf_id last_seen(const variation *v, uint32_t cell)
{
    const rf_trace *t = trace_of(v);
    for (uint32_t n = rf_number_of(v->id); n-- > 0;) {
        const rf_read *read = rf_trace_find_read(t, rf_trace_node_of(t, rf_make_id(rf_thread_of(v->id), n)), cell);
        if (read)
            return read->source;
    }
    return RF_NONE;
}

/* Has the write arrived before the node, as far as the node's thread can tell? */
static bool is_there(const variation *v, const uint32_t *arrived, rf_id seen, const rf_node *w)
{
    bool is_own = rf_thread_of(w->id) == rf_thread_of(v->id) && rf_number_of(w->id) < rf_number_of(v->id);
    return is_own || w->id == seen || variation_is_before(arrived, w->id);
}

/* What is covered by a write that is there: how many nodes of each thread had arrived before it. */
static void add_covered(const variation *v, const rf_node *by, uint32_t *covered)
{
    const uint32_t *arrived = rf_arrived_with(v->x, by);
    uint32_t own = rf_thread_of(by->id);
    for (uint32_t t = 0; t < v->x->width; t++)
        if (t != own && arrived[t] > covered[t])
            covered[t] = arrived[t];
    if (rf_number_of(by->id) > covered[own])
        covered[own] = rf_number_of(by->id);
}

/* Into `covered`: writes to the cell among so many first nodes of each thread cannot be read at the node. False if
 * nobody has written it. */
static bool find_covered(const variation *v, uint32_t cell, uint32_t *covered)
{
    explore *x = v->x;
    const uint32_t *arrived = rf_arrived_before(x, v->id);
    bool is_per_place = trace_of(v)->model->buffers == MODEL_BUFFER_PER_PLACE, is_set = false;
    rf_id seen = is_per_place ? last_seen(v, cell) : RF_NONE;
    memset(covered, 0, x->width * sizeof *covered);
    for (uint32_t i = x->writers.data[cell]; i > 0; i = x->writers_next.data[i - 1]) {
        const rf_node *w = &trace_of(v)->nodes.data[x->writer_node.data[i - 1]];
        if (w->id != v->id && is_there(v, arrived, seen, w)) {
            add_covered(v, w, covered);
            is_set = true;
        }
    }
    return is_set;
}

static uint64_t initial_value(const explore *x, uint32_t cell)
{
    const places_cell *c = &x->places.cells.data[cell];
    uint64_t value = 0;
    machine_peek(x->run.base, c->address, c->size, &value);
    return value;
}

void variation_run_with(variation *v, uint32_t cell, rf_id source, uint64_t value)
{
    vec_push(&v->given, (rf_read){cell, source, value});
    variation_run(v);
    v->given.size--;
}

const rf_write *variation_find_write(const rf_variant *v, uint32_t cell)
{
    for (uint32_t i = 0; i < v->writes.size; i++)
        if (v->writes.data[i].cell == cell)
            return &v->writes.data[i];
    return NULL;
}

/* Nothing of the node, of its partner, or of what they cause. */
static bool may_read(const variation *v, const rf_node *w)
{
    return !is_after_node(trace_of(v), w, v->id) && (!v->partner || !is_after_node(trace_of(v), w, v->partner->id));
}

void variation_run_cell(variation *v, uint32_t cell)
{
    explore *x = v->x;
    const rf_trace *t = trace_of(v);
    const rf_write *write = v->partner ? variation_find_write(v->partner, cell) : NULL;
    uint32_t covered[MOST_THREADS];
    bool is_set = cell < x->writers.size && find_covered(v, cell, covered);
    for (uint32_t i = cell < x->writers.size ? x->writers.data[cell] : 0; i > 0; i = x->writers_next.data[i - 1]) {
        const rf_node *w = &t->nodes.data[x->writer_node.data[i - 1]];
        if (may_read(v, w) && !variation_is_before(covered, w->id))
            variation_run_with(v, cell, w->id, t->writes.data[i - 1].value);
    }
    if (write)
        variation_run_with(v, cell, v->partner->id, write->value);
    if (!is_set)
        variation_run_with(v, cell, RF_NONE, initial_value(x, cell));
}

static const rf_read *find_given(const variation *v, uint32_t cell)
{
    for (uint32_t i = 0; i < v->given.size; i++)
        if (v->given.data[i].cell == cell)
            return &v->given.data[i];
    return NULL;
}

static void copy_node(variation *v)
{
    const rf_trace *t = trace_of(v);
    v->variant.id = v->id;
    v->variant.kind = v->node->kind;
    v->variant.reads.size = v->variant.writes.size = 0;
    vec_append(&v->variant.reads, t->reads.data + v->node->first_read, v->node->read_count);
    vec_append(&v->variant.writes, t->writes.data + v->node->first_write, v->node->write_count);
}

/* Is all that is given what it has read anyway? Then it does what it did. */
static bool is_as_it_was(const variation *v)
{
    if (v->node == NULL)
        return false;
    for (uint32_t i = 0; i < v->given.size; i++) {
        const rf_read *read = rf_trace_find_read(trace_of(v), v->node, v->given.data[i].cell);
        if (read == NULL || read->value != v->given.data[i].value)
            return false;
    }
    return true;
}

/* What the node does if it reads what is given; elsewhere it reads whatever there is, from nobody. False if it would
 * not happen. */
static bool probe(variation *v)
{
    const rf_trace *t = &v->x->run.probe;
    v->variant.id = v->id;
    v->variant.reads.size = v->variant.writes.size = 0;
    if (rf_memo_recall(v))
        return true;
    rf_probe_result p = rf_probe_step(&v->x->run, v->before, rf_thread_of(v->id), &v->given, NULL);
    if (p.end == MACHINE_NEEDS_VALUE)
        v->x->problem = "reads memory that was never set";
    if (p.node) {
        v->variant.kind = p.node->kind;
        vec_append(&v->variant.reads, t->reads.data + p.node->first_read, p.node->read_count);
        vec_append(&v->variant.writes, t->writes.data + p.node->first_write, p.node->write_count);
        if (p.end == MACHINE_OK)
            rf_memo_keep(v);
    }
    return p.node != NULL;
}

static bool try_given(variation *v)
{
    if (v->before && !is_as_it_was(v))
        return probe(v);
    copy_node(v);
    return true;
}

/* An object that has ended: the node is an error, and writes nothing. */
static bool meets_the_dead(const variation *v)
{
    ir_layout layout = v->x->program->layout;
    for (uint32_t i = 0; i < v->given.size; i++) {
        uint64_t address = v->x->places.cells.data[v->given.data[i].cell].address;
        if (v->given.data[i].source != RF_NONE && ir_pointer_object(layout, address) != 0 &&
            (address & ((UINT64_C(1) << layout.offset_bits) - 1)) == 0)
            return true;
    }
    return false;
}

static void finish(variation *v)
{
    for (uint32_t i = 0; i < v->variant.reads.size; i++) {
        const rf_read *given = find_given(v, v->variant.reads.data[i].cell);
        v->variant.reads.data[i].source = given->source;
        v->variant.reads.data[i].value = given->value;
    }
    if (meets_the_dead(v))
        v->variant.writes.size = 0;
    v->use(v);
}

/* Nobody else writes the cell, so the node reads there what it has read. */
static bool is_settled(const variation *v, uint32_t cell)
{
    const explore *x = v->x;
    bool is_own =
        cell >= x->writers.size || x->writers.data[cell] == 0 || x->only_writer.data[cell] == rf_thread_of(v->id);
    return is_own && !(v->partner && variation_find_write(v->partner, cell));
}

/* Gives what is settled. The first cell that is neither that nor given; RF_NONE: there is none. */
static uint32_t find_open_cell(variation *v)
{
    for (uint32_t i = 0; i < v->variant.reads.size; i++) {
        uint32_t cell = v->variant.reads.data[i].cell;
        if (find_given(v, cell))
            continue;
        const rf_read *read = v->node ? rf_trace_find_read(trace_of(v), v->node, cell) : NULL;
        if (read == NULL || !is_settled(v, cell))
            return cell;
        vec_push(&v->given, *read);
    }
    return RF_NONE;
}

/* All that the node can read, beyond what is given. */
void variation_run(variation *v)
{
    if (v->x->problem)
        return;
    if (!try_given(v)) {
        if (v->node && v->node->awaited != RF_NONE && rf_is_open_wait(v->x, v->node))
            v->x->problem = "a lock that one may pass without taking it";
        return;
    }
    v->has_happened = true;
    uint32_t given = v->given.size, cell = find_open_cell(v);
    if (cell == RF_NONE)
        finish(v);
    else
        variation_run_cell(v, cell);
    v->given.size = given;
}
