/* What else could a decision be? */
#include "rf/state.h"

enum { MOST_INPUTS = 256, MOST_THREADS = 256 };

/* Goes through all that a node could read. */
typedef struct variation {
    explore *x;
    rf_id id;
    const rf_node *node;         /* as it was; NULL: it has not happened */
    const machine_state *before; /* NULL: what it reads does not depend on what it has read */
    rf_reads given;
    rf_variant variant;
    void (*use)(struct variation *v);
    /* For `use`. */
    rf_decision *decision;
    bool is_new;
    uint32_t cell; /* that is taken */
    const rf_variant *taker;
    rf_id without;
} variation;

static void clear_variation(variation *v)
{
    vec_clear(&v->given);
    rf_variant_clear(&v->variant);
}

/* ---- what a node could read ---- */

static const rf_trace *trace_of(const variation *v)
{
    return &v->x->run.trace;
}

/* The clock of what is before the node in its thread; NULL if nothing is. */
static const uint32_t *clock_above(const rf_trace *t, rf_id id)
{
    rf_id before = rf_number_of(id) > 0 ? id - 1 : t->threads.data[rf_thread_of(id)].start;
    return before == RF_NONE ? NULL : rf_trace_clock(t, rf_trace_node_of(t, before));
}

static bool is_before_node(const uint32_t *above, rf_id id)
{
    return above && above[rf_thread_of(id)] > rf_number_of(id);
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
    return is_own || w->id == seen || is_before_node(arrived, w->id);
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

static void vary(variation *v);

static void vary_with(variation *v, uint32_t cell, rf_id source, uint64_t value)
{
    vec_push(&v->given, (rf_read){cell, source, value});
    vary(v);
    v->given.size--;
}

static void vary_cell(variation *v, uint32_t cell)
{
    explore *x = v->x;
    const rf_trace *t = trace_of(v);
    uint32_t covered[MOST_THREADS];
    bool is_set = cell < x->writers.size && find_covered(v, cell, covered);
    for (uint32_t i = cell < x->writers.size ? x->writers.data[cell] : 0; i > 0; i = x->writers_next.data[i - 1]) {
        const rf_node *w = &t->nodes.data[x->writer_node.data[i - 1]];
        if (w->id != v->id && !is_after_node(t, w, v->id) && !is_before_node(covered, w->id))
            vary_with(v, cell, w->id, t->writes.data[i - 1].value);
    }
    if (!is_set)
        vary_with(v, cell, RF_NONE, initial_value(x, cell));
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

static bool try_given(variation *v)
{
    if (v->before && !is_as_it_was(v))
        return rf_probe(v->x, v->before, v->id, &v->given, &v->variant);
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

/* All that the node can read, beyond what is given. */
static void vary(variation *v)
{
    if (v->x->problem || !try_given(v))
        return;
    for (uint32_t i = 0; i < v->variant.reads.size; i++)
        if (find_given(v, v->variant.reads.data[i].cell) == NULL) {
            vary_cell(v, v->variant.reads.data[i].cell);
            return;
        }
    finish(v);
}

/* ---- reading something else ---- */

static bool is_news(const variation *v)
{
    const explore *x = v->x;
    if (v->is_new)
        return true;
    for (uint32_t i = 0; i < v->given.size; i++) {
        rf_id source = v->given.data[i].source;
        if (source != RF_NONE &&
            x->position.data[trace_of(v)->threads.data[rf_thread_of(source)].nodes.data[rf_number_of(source)]] >=
                x->first_new)
            return true;
    }
    return false;
}

static void propose_alone(variation *v)
{
    const rf_variant *variants[] = {&v->variant};
    if (is_news(v))
        rf_propose(v->x, v->decision, variants, 1, RF_NONE);
}

static void vary_reads(explore *x, rf_decision *d, const rf_node *node, bool is_new)
{
    variation v = {
        .x = x,
        .id = node->id,
        .node = node,
        .before = node->before,
        .use = propose_alone,
        .decision = d,
        .is_new = is_new,
    };
    vary(&v);
    clear_variation(&v);
}

/* ---- who takes ---- */

static const rf_write *find_write(const rf_variant *v, uint32_t cell)
{
    for (uint32_t i = 0; i < v->writes.size; i++)
        if (v->writes.data[i].cell == cell)
            return &v->writes.data[i];
    return NULL;
}

/* The taker is v->taker; this is the decision, which reads what that wrote. */
static void propose_pair(variation *v)
{
    const rf_variant *variants[] = {&v->variant, v->taker};
    rf_propose(v->x, v->decision, variants, 2, RF_NONE);
}

/* The decision as it is if the taker comes first. */
static void vary_after_taker(variation *taker)
{
    const rf_write *write = find_write(&taker->variant, taker->cell);
    if (write == NULL)
        return;
    const rf_node *node = rf_trace_node_of(trace_of(taker), taker->without);
    variation v = {
        .x = taker->x,
        .id = node->id,
        .node = node,
        .before = node->before,
        .use = propose_pair,
        .decision = taker->decision,
        .taker = &taker->variant,
    };
    vary_with(&v, taker->cell, taker->id, write->value);
    clear_variation(&v);
}

static void propose_taker(variation *v)
{
    const rf_variant *variants[] = {&v->variant};
    if (find_write(&v->variant, v->cell))
        rf_propose(v->x, v->decision, variants, 1, v->without);
}

/* Somebody else who may take what the decision takes there. */
static void vary_taker(explore *x, rf_decision *d, const rf_node *node, uint32_t cell, rf_id id, const rf_node *other,
                       const machine_state *before)
{
    const rf_read *read = rf_trace_find_read(&x->run.trace, node, cell);
    const uint32_t *above = clock_above(&x->run.trace, id);
    if (before == NULL || is_before_node(above, node->id))
        return;
    variation v = {
        .x = x,
        .id = id,
        .node = other,
        .before = before,
        .use = node->awaited == cell ? propose_taker : vary_after_taker,
        .decision = d,
        .cell = cell,
        .without = node->id,
    };
    vary_with(&v, cell, read->source, read->value);
    clear_variation(&v);
}

/* Threads that wait in vain. */
static void vary_waiting_takers(explore *x, rf_decision *d, const rf_node *node, uint32_t cell)
{
    for (uint32_t t = 0; t < x->run.trace.threads.size; t++) {
        uint64_t address;
        uint8_t size;
        uint32_t cells[PLACES_WORD];
        if (t >= machine_thread_count(x->run.state) || machine_status_of(x->run.state, t) != MACHINE_RUNNING ||
            !machine_awaits(x->run.state, t, &address, &size))
            continue;
        uint32_t count = places_find(&x->places, address, size, cells);
        for (uint32_t i = 0; i < count; i++)
            if (cells[i] == cell)
                vary_taker(x, d, node, cell, rf_make_id(t, rf_trace_length(&x->run.trace, t)), NULL, x->run.state);
    }
}

static void vary_takers(explore *x, rf_decision *d, const rf_node *node, uint32_t cell, bool is_new)
{
    const rf_trace *t = &x->run.trace;
    uint32_t first = is_new || x->first_new <= d->position ? d->position + 1 : x->first_new;
    for (uint32_t i = first; i < x->order.size; i++) {
        const rf_node *other = rf_trace_node_of(t, x->order.data[i]);
        if (other->before && other != node && rf_trace_find_read(t, other, cell))
            vary_taker(x, d, node, cell, other->id, other, other->before);
    }
    vary_waiting_takers(x, d, node, cell);
}

/* ---- decisions ---- */

static void vary_input(explore *x, rf_decision *d, const rf_node *node)
{
    uint8_t width = x->program->code.data[node->pc].width;
    for (uint64_t value = 0; value < MOST_INPUTS && value >> width == 0; value++) {
        rf_variant v = {.id = node->id, .is_input = true, .input = value};
        const rf_variant *variants[] = {&v};
        if (value != node->input)
            rf_propose(x, d, variants, 1, RF_NONE);
    }
}

void rf_vary(explore *x, rf_decision *d, bool is_new)
{
    const rf_trace *t = &x->run.trace;
    const rf_node *node = rf_trace_node_of(t, x->order.data[d->position]);
    if (node->is_input) {
        if (is_new)
            vary_input(x, d, node);
        return;
    }
    bool is_lock = node->awaited != RF_NONE && rf_trace_find_write(t, node, node->awaited);
    if (!is_lock)
        vary_reads(x, d, node, is_new);
    for (uint32_t i = 0; i < node->write_count; i++) {
        uint32_t cell = t->writes.data[node->first_write + i].cell;
        if (rf_trace_find_read(t, node, cell) && (!is_lock || cell == node->awaited))
            vary_takers(x, d, node, cell, is_new);
    }
}

/* ---- waiting in vain ---- */

static void propose_if_it_takes_nothing(variation *v)
{
    const rf_variant *variants[] = {&v->variant};
    if (find_write(&v->variant, v->cell) == NULL)
        rf_propose(v->x, v->decision, variants, 1, RF_NONE);
}

void rf_vary_waiting(explore *x, rf_decision *d, uint32_t thread)
{
    uint64_t address;
    uint8_t size;
    uint32_t cells[PLACES_WORD];
    if (machine_status_of(x->run.state, thread) != MACHINE_RUNNING ||
        !machine_awaits(x->run.state, thread, &address, &size))
        return;
    places_find(&x->places, address, size, cells);
    variation v = {
        .x = x,
        .id = rf_make_id(thread, rf_trace_length(&x->run.trace, thread)),
        .before = x->run.state,
        .use = propose_if_it_takes_nothing,
        .decision = d,
        .is_new = true,
        .cell = cells[0],
    };
    vary_cell(&v, cells[0]);
    clear_variation(&v);
}
