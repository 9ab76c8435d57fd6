/* What else could a decision be? */
#include "base/hash.h"
#include "rf/variation.h"

enum {
    MOST_INPUTS = 256,
    RIVAL_WORK = 10, /* in units of base/budget.h */
};

/* ---- reading something else ---- */

/* What was not there when old decisions were asked last, or never happened. */
static bool is_new_node(const explore *x, rf_id id)
{
    const rf_trace *t = &x->run.trace;
    return rf_number_of(id) >= rf_trace_length(t, rf_thread_of(id)) ||
           x->position.data[t->threads.data[rf_thread_of(id)].nodes.data[rf_number_of(id)]] >= x->first_new;
}

static bool reads_news(const explore *x, const rf_variant *v)
{
    for (uint32_t i = 0; i < v->reads.size; i++)
        if (v->reads.data[i].source != RF_NONE && is_new_node(x, v->reads.data[i].source))
            return true;
    return false;
}

static void propose_alone(variation *v)
{
    const rf_variant *variants[] = {&v->variant};
    if (v->is_new || reads_news(v->x, &v->variant))
        rf_propose(v->x, v->decision, variants, 1, RF_NONE);
}

static variation variation_of(explore *x, rf_decision *d, const rf_node *node, bool is_new)
{
    variation v = variation_new(x, d, node->id, node, node->before);
    v.is_new = is_new;
    return v;
}

static void vary_reads(explore *x, rf_decision *d, const rf_node *node, bool is_new)
{
    variation v = variation_of(x, d, node, is_new);
    v.use = propose_alone;
    variation_run(&v);
    variation_clear(&v);
}

/* ---- others, which happened behind the decision or wait in vain ---- */

/* Somebody else who reads and writes at once. */
typedef struct rival {
    rf_id id;
    const rf_node *node;         /* NULL: it waits in vain, ... */
    uint32_t awaited;            /* ... for this cell */
    const machine_state *before; /* it */
} rival;

static const rf_read *find_read(const rf_variant *v, uint32_t cell)
{
    for (uint32_t i = 0; i < v->reads.size; i++)
        if (v->reads.data[i].cell == cell)
            return &v->reads.data[i];
    return NULL;
}

static bool reads_cell(const explore *x, const rival *r, uint32_t cell)
{
    return r->node ? rf_trace_find_read(&x->run.trace, r->node, cell) != NULL : r->awaited == cell;
}

static variation variation_of_rival(explore *x, rf_decision *d, const rival *r, const rf_node *decision)
{
    variation v = variation_new(x, d, r->id, r->node, r->before);
    v.other = decision;
    return v;
}

static void run_rival(variation *v, const rival *r)
{
    if (r->node)
        variation_run(v);
    else
        variation_run_cell(v, r->awaited);
}

/* ---- who takes a lock ---- */

static void propose_taker(variation *v)
{
    const rf_variant *variants[] = {&v->variant};
    const rf_read *read = find_read(&v->variant, v->cell),
                  *taken = rf_trace_find_read(&v->x->run.trace, v->other, v->cell);
    if (read && read->source == taken->source && variation_find_write(&v->variant, v->cell))
        rf_propose(v->x, v->decision, variants, 1, v->id == v->other->id ? RF_NONE : v->other->id);
}

bool rf_is_open_wait(const explore *x, const rf_node *node)
{
    for (uint32_t i = 0; i < x->open_waits.size; i++)
        if (x->open_waits.data[i].pc == node->pc && x->open_waits.data[i].cell == node->awaited)
            return true;
    return false;
}

/* Did somebody take what the decision takes, among what is kept? */
static bool is_taken_before(const explore *x, uint32_t cell, rf_id source)
{
    const rf_trace *t = &x->run.trace;
    for (uint32_t i = cell < x->writers.size ? x->writers.data[cell] : 0; i > 0; i = x->writers_next.data[i - 1]) {
        const rf_node *w = &t->nodes.data[x->writer_node.data[i - 1]];
        const rf_read *read = rf_trace_find_read(t, w, cell);
        if (read && read->source == source && rf_number_of(w->id) < x->lengths.data[rf_thread_of(w->id)])
            return true;
    }
    return false;
}

/* If it goes on without taking anything, and what the decision takes now may still be taken by anybody then, who takes
 * that divides nothing: the instruction is no lock. */
static void look_whether_open(variation *v)
{
    explore *x = v->x;
    const rf_read *taken = rf_trace_find_read(&x->run.trace, v->node, v->cell);
    if (variation_find_write(&v->variant, v->cell) || !rf_keep(x, &v->variant) ||
        is_taken_before(x, v->cell, taken->source))
        return;
    vec_push(&x->open_waits, (rf_open_wait){v->node->pc, v->cell});
    x->has_opened = true;
}

static uint64_t blocked_key(const rf_node *node, uint64_t value)
{
    uint64_t key = hash_mix(value + hash_mix((uint64_t)rf_thread_of(node->id) << 32 | node->pc));
    return key - (key == MAP_NO_KEY);
}

static void look_for_open_wait(explore *x, rf_decision *d, const rf_node *node)
{
    const rf_trace *t = &x->run.trace;
    variation v = variation_of(x, d, node, true);
    v.cell = d->taken;
    v.use = look_whether_open;
    for (uint32_t i = x->writers.data[d->taken]; i > 0 && !x->has_opened; i = x->writers_next.data[i - 1]) {
        uint64_t value = t->writes.data[i - 1].value, key = blocked_key(node, value);
        rf_id source = t->nodes.data[x->writer_node.data[i - 1]].id;
        if (source == node->id || map_find(&x->blocked, key))
            continue;
        v.has_happened = false;
        variation_run_with(&v, d->taken, source, value);
        if (!v.has_happened)
            map_put(&x->blocked, key, 1);
    }
    variation_clear(&v);
}

static bool is_mixed(explore *x, const rival *r);

/* The decision takes a lock; the rival could have taken it. */
static void vary_taker(explore *x, rf_decision *d, const rf_node *node, const rival *r, bool is_new)
{
    const rf_read *read = rf_trace_find_read(&x->run.trace, node, d->taken);
    if (!is_new && !is_new_node(x, r->id) && !is_mixed(x, r))
        return;
    variation v = variation_of_rival(x, d, r, node);
    v.cell = d->taken;
    v.use = propose_taker;
    if (reads_cell(x, r, d->taken))
        variation_run_with(&v, d->taken, read->source, read->value);
    else if (is_mixed(x, r))
        run_rival(&v, r);
    variation_clear(&v);
}

/* ---- who comes first ---- */

static bool is_written_by_others(const explore *x, uint32_t cell, rf_id id)
{
    for (uint32_t i = cell < x->writers.size ? x->writers.data[cell] : 0; i > 0; i = x->writers_next.data[i - 1])
        if (x->run.trace.nodes.data[x->writer_node.data[i - 1]].id != id)
            return true;
    return false;
}

/* Notes the cells that it reads and others write; and, if there are any, the cells that it writes. */
static void look_whether_mixed(variation *v)
{
    uint32_t cell = RF_NONE, count = 0;
    for (uint32_t i = 0; i < v->variant.reads.size; i++)
        if (is_written_by_others(v->x, v->variant.reads.data[i].cell, v->id)) {
            cell = v->variant.reads.data[i].cell;
            count++;
        }
    for (uint32_t i = 0; i < v->variant.writes.size && cell != RF_NONE; i++)
        count += v->variant.writes.data[i].cell != cell;
    v->is_mixed |= count > 1;
}

/* It may read something that others write, and write something else, or read two such things. */
static bool is_mixed(explore *x, const rival *r)
{
    enum { UNKNOWN, NO, YES };
    uint8_t *known = r->node ? &x->mixed.data[r->node - x->run.trace.nodes.data] : NULL;
    if (known && *known != UNKNOWN)
        return *known == YES;
    variation v = variation_of_rival(x, NULL, r, NULL);
    v.use = look_whether_mixed;
    run_rival(&v, r);
    variation_clear(&v);
    if (known)
        *known = v.is_mixed ? YES : NO;
    return v.is_mixed;
}

/* The partner comes first; this is the decision, which reads something that the partner wrote. */
static void propose_pair(variation *v)
{
    const rf_variant *variants[] = {&v->variant, v->partner};
    bool is_read = false;
    for (uint32_t i = 0; i < v->variant.reads.size; i++)
        is_read |= v->variant.reads.data[i].source == v->partner->id;
    if (is_read && (v->is_new || reads_news(v->x, &v->variant) || reads_news(v->x, v->partner)))
        rf_propose(v->x, v->decision, variants, 2, RF_NONE);
}

static bool may_be_read(const explore *x, const rf_variant *partner, const rf_node *node)
{
    bool may = node->before != NULL;
    for (uint32_t i = 0; i < partner->writes.size && !may; i++)
        may = rf_trace_find_read(&x->run.trace, node, partner->writes.data[i].cell);
    return may && partner->writes.size > 0;
}

/* The decision as it is if the rival comes first. */
static void vary_after(variation *rival)
{
    if (!may_be_read(rival->x, &rival->variant, rival->other) ||
        !rf_is_possible(rival->x, rival->decision, &rival->variant, rival->other->id))
        return;
    variation v =
        variation_of(rival->x, rival->decision, rival->other, rival->is_new || is_new_node(rival->x, rival->id));
    v.partner = &rival->variant;
    v.use = propose_pair;
    variation_run(&v);
    variation_clear(&v);
}

/* The rival reads and writes one cell only: it can come first only if it takes what the decision takes. */
static void vary_same_take(explore *x, rf_decision *d, const rf_node *node, const rival *r, bool is_new)
{
    const rf_trace *t = &x->run.trace;
    if (!is_new && !is_new_node(x, r->id))
        return;
    for (uint32_t i = 0; i < node->write_count; i++) {
        uint32_t cell = t->writes.data[node->first_write + i].cell;
        const rf_read *read = rf_trace_find_read(t, node, cell);
        if (read == NULL || !reads_cell(x, r, cell))
            continue;
        variation v = variation_of_rival(x, d, r, node);
        v.is_new = is_new;
        v.use = vary_after;
        variation_run_with(&v, cell, read->source, read->value);
        variation_clear(&v);
    }
}

static void vary_pair(explore *x, rf_decision *d, const rf_node *node, const rival *r, bool is_new)
{
    if (!is_mixed(x, r)) {
        vary_same_take(x, d, node, r, is_new);
        return;
    }
    variation v = variation_of_rival(x, d, r, node);
    v.is_new = is_new;
    v.use = vary_after;
    run_rival(&v, r);
    variation_clear(&v);
}

/* ---- decisions ---- */

static void vary_with_rival(explore *x, rf_decision *d, const rf_node *node, const rival *r, bool is_new)
{
    if (variation_is_before(variation_clock_above(&x->run.trace, r->id), node->id))
        return;
    budget_charge(x->budget, RIVAL_WORK);
    if (d->taken != RF_NONE)
        vary_taker(x, d, node, r, is_new);
    else if (r->id != node->id)
        vary_pair(x, d, node, r, is_new);
}

/* The cell that the thread waits for in vain; RF_NONE: it does not wait. */
static uint32_t awaited_in_vain(explore *x, uint32_t thread)
{
    uint64_t address;
    uint8_t size;
    uint32_t cells[PLACES_WORD];
    if (machine_status_of(x->run.state, thread) != MACHINE_RUNNING ||
        !machine_awaits(x->run.state, thread, &address, &size) || rf_run_has_stopped(&x->run, thread))
        return RF_NONE;
    places_find(&x->places, address, size, cells);
    return cells[0];
}

static void vary_with_rivals(explore *x, rf_decision *d, const rf_node *node, bool is_new)
{
    const rf_trace *t = &x->run.trace;
    uint32_t first = x->blocks.size;
    while (first > 0 && x->blocks.data[first - 1] >= d->position)
        first--;
    for (uint32_t i = first; i < x->blocks.size && x->problem == NULL; i++) {
        const rf_node *other = rf_trace_node_of(t, x->order.data[x->blocks.data[i]]);
        vary_with_rival(x, d, node, &(rival){other->id, other, RF_NONE, other->before}, is_new);
    }
    for (uint32_t k = 0; k < machine_thread_count(x->run.state) && x->problem == NULL; k++) {
        uint32_t awaited = awaited_in_vain(x, k);
        if (awaited != RF_NONE)
            vary_with_rival(x, d, node, &(rival){rf_make_id(k, rf_trace_length(t, k)), NULL, awaited, x->run.state},
                            is_new);
    }
}

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
    const rf_node *node = rf_trace_node_of(&x->run.trace, x->order.data[d->position]);
    if (node->is_input) {
        if (is_new)
            vary_input(x, d, node);
        return;
    }
    if (d->taken == RF_NONE)
        vary_reads(x, d, node, is_new);
    else if (node->awaited == d->taken && !rf_is_open_wait(x, node))
        look_for_open_wait(x, d, node);
    vary_with_rivals(x, d, node, is_new);
}

/* ---- waiting in vain ---- */

static void propose_if_it_takes_nothing(variation *v)
{
    const rf_variant *variants[] = {&v->variant};
    if (variation_find_write(&v->variant, v->cell) == NULL)
        rf_propose(v->x, v->decision, variants, 1, RF_NONE);
}

void rf_vary_waiting(explore *x, rf_decision *d, uint32_t thread)
{
    uint32_t awaited = awaited_in_vain(x, thread);
    if (awaited == RF_NONE || machine_thread_count(x->run.state) == 1)
        return; /* it does not wait, or there never was anybody else */
    variation v = variation_new(x, d, rf_make_id(thread, rf_trace_length(&x->run.trace, thread)), NULL, x->run.state);
    v.use = propose_if_it_takes_nothing;
    v.cell = awaited;
    variation_run_cell(&v, awaited);
    variation_clear(&v);
}
