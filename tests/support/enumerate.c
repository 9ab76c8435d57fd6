#include "support/enumerate.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/map.h"

enum { NARROW_BITS = 8 };

/* A value that may not be known yet. */
typedef struct value {
    bool is_known;
    term_value bits;
} value;

typedef VEC(uint32_t) numbers;

typedef struct search {
    const memory *mem;
    const symex *s;
    const memory_candidates *c;
    machine *m;
    machine_model model;
    const outcomes_options *options;
    enumerate_result *r;
    uint64_t limit, steps;
    uint32_t *choice;          /* by read: candidate + 1; 0: not chosen */
    uint32_t *read_of_access;  /* by access */
    map event_of;              /* a read's variable -> its event */
    VEC(term) inputs;          /* the variables that are nondeterministic */
    VEC(term_value) input_values; /* of the first ones; the others are open */
    map memo;                  /* term -> index into values + 1; 0: being evaluated */
    VEC(value) values;
    /* the graph of the present execution: nodes are events, those of one atomic block share their first one's */
    uint32_t *node;            /* by event */
    numbers edges; /* pairs of nodes */
} search;

static const value UNKNOWN = {false, 0};

/* ---- values ---- */

static value evaluate(search *s, term t);

static value initial_of(search *s, const memory_access *read)
{
    value address = evaluate(s, read->address);
    if (!address.is_known)
        return UNKNOWN;
    for (uint32_t i = 0; i < read->cell_count; i++) {
        const memory_cell *cell = &s->mem->cells.data[s->mem->may.data[read->first_cell + i]];
        if (cell->address == (uint64_t)address.bits)
            return evaluate(s, cell->initial);
    }
    return (value){true, 0};
}

static value value_of_access(search *s, uint32_t access)
{
    const memory_read *r = &s->c->reads.data[s->read_of_access[access]];
    uint32_t chosen = s->choice[s->read_of_access[access]];
    if (chosen == 0)
        return UNKNOWN;
    uint32_t write = s->c->candidates.data[r->first + chosen - 1].write;
    return write == IR_NONE ? initial_of(s, &s->mem->accesses.data[access])
                            : evaluate(s, s->mem->accesses.data[write].value);
}

static value value_of_variable(search *s, term t)
{
    const uint64_t *event = map_find(&s->event_of, t);
    if (event == NULL) {
        for (uint32_t i = 0; i < s->inputs.size; i++)
            if (s->inputs.data[i] == t)
                return i < s->input_values.size ? (value){true, s->input_values.data[i]} : UNKNOWN;
        return (value){true, 0};
    }
    value whole = {true, 0};
    uint32_t shift = 0;
    for (uint32_t a = s->mem->first_access[*event]; a < s->mem->first_access[*event + 1]; a++) {
        value part = value_of_access(s, a);
        if (!part.is_known)
            return UNKNOWN;
        whole.bits |= part.bits << shift;
        shift += s->mem->accesses.data[a].size * 8u;
    }
    return whole;
}

/* The operation on known values: constants are built, so the term simplifier computes it. */
static value apply(search *s, term t)
{
    term_table *terms = s->s->terms;
    term_op op = term_operation(terms, t);
    value child[3] = {UNKNOWN, UNKNOWN, UNKNOWN};
    uint32_t arity = term_arity(terms, t);
    for (uint32_t i = 0; i < arity; i++) {
        child[i] = evaluate(s, term_child(terms, t, i));
        if (op == TERM_ITE && i == 0 && child[0].is_known)
            return evaluate(s, term_child(terms, t, child[0].bits ? 1 : 2));
        if (op == TERM_AND && child[i].is_known && child[i].bits == 0)
            return (value){true, 0};
    }
    for (uint32_t i = 0; i < arity; i++)
        if (!child[i].is_known)
            return UNKNOWN;
    term_value a = child[0].bits, b = arity > 1 ? child[1].bits : 0;
    uint32_t width = term_width(terms, t), from = term_width(terms, term_child(terms, t, 0));
    term x = term_constant(terms, from, a);
    term y = arity > 1 ? term_constant(terms, term_width(terms, term_child(terms, t, 1)), b) : 0;
    term result = 0;
    switch (op) {
#define BINARY(OP, function)                                                                                           \
    case OP:                                                                                                           \
        result = function(terms, x, y);                                                                                \
        break;
        BINARY(TERM_AND, term_and)
        BINARY(TERM_XOR, term_xor)
        BINARY(TERM_ADD, term_add)
        BINARY(TERM_MUL, term_mul)
        BINARY(TERM_UDIV, term_udiv)
        BINARY(TERM_UREM, term_urem)
        BINARY(TERM_SDIV, term_sdiv)
        BINARY(TERM_SREM, term_srem)
        BINARY(TERM_SHL, term_shl)
        BINARY(TERM_LSHR, term_lshr)
        BINARY(TERM_ASHR, term_ashr)
        BINARY(TERM_EQ, term_eq)
        BINARY(TERM_ULT, term_ult)
        BINARY(TERM_SLT, term_slt)
        BINARY(TERM_CONCAT, term_concat)
    case TERM_NOT:
        result = term_not(terms, x);
        break;
    case TERM_NEG:
        result = term_neg(terms, x);
        break;
    case TERM_EXTRACT:
        result = term_extract(terms, x, term_extract_low(terms, t), width);
        break;
    case TERM_SEXT:
        result = term_sext(terms, x, width);
        break;
    default:
        return UNKNOWN;
    }
    return (value){true, term_constant_value(terms, result)};
}

/* A term that is needed for its own value is never known: nothing comes out of thin air. */
static value evaluate(search *s, term t)
{
    term_table *terms = s->s->terms;
    if (term_is_constant(terms, t))
        return (value){true, term_constant_value(terms, t)};
    const uint64_t *seen = map_find(&s->memo, t);
    if (seen)
        return *seen ? s->values.data[*seen - 1] : UNKNOWN;
    map_put(&s->memo, t, 0);
    value v = term_operation(terms, t) == TERM_VARIABLE ? value_of_variable(s, t) : apply(s, t);
    vec_push(&s->values, v);
    map_put(&s->memo, t, s->values.size);
    return v;
}

static void forget_values(search *s)
{
    map_clear(&s->memo);
    s->values.size = 0;
}

static bool is_false(search *s, term t)
{
    value v = evaluate(s, t);
    return v.is_known && v.bits == 0;
}

static bool is_true(search *s, term t)
{
    value v = evaluate(s, t);
    return v.is_known && v.bits != 0;
}

/* ---- the axioms ---- */

static void add_edge(numbers *edges, uint32_t from, uint32_t to)
{
    vec_push(edges, from);
    vec_push(edges, to);
}

/* Kahn's algorithm over both lists of edges. */
static bool is_acyclic(const numbers *a, const numbers *b, uint32_t nodes)
{
    uint32_t *incoming = alloc_zeroed(nodes, sizeof(uint32_t)), done = 0;
    uint32_t *first = alloc_zeroed(nodes + 2, sizeof(uint32_t));
    const numbers *lists[] = {a, b};
    uint32_t total = 0;
    for (int l = 0; l < 2; l++)
        for (uint32_t i = 0; i < lists[l]->size; i += 2)
            if (lists[l]->data[i] != lists[l]->data[i + 1]) {
                incoming[lists[l]->data[i + 1]]++;
                first[lists[l]->data[i] + 2]++;
                total++;
            }
    for (uint32_t n = 2; n < nodes + 2; n++)
        first[n] += first[n - 1];
    uint32_t *targets = alloc_bytes((total + 1) * sizeof(uint32_t));
    for (int l = 0; l < 2; l++)
        for (uint32_t i = 0; i < lists[l]->size; i += 2)
            if (lists[l]->data[i] != lists[l]->data[i + 1])
                targets[first[lists[l]->data[i] + 1]++] = lists[l]->data[i + 1];
    numbers ready = {0};
    for (uint32_t n = 0; n < nodes; n++)
        if (incoming[n] == 0)
            vec_push(&ready, n);
    while (ready.size > 0) {
        uint32_t n = vec_pop(&ready);
        done++;
        for (uint32_t i = first[n]; i < first[n + 1]; i++)
            if (--incoming[targets[i]] == 0)
                vec_push(&ready, targets[i]);
    }
    vec_clear(&ready);
    free(incoming);
    free(first);
    free(targets);
    return done == nodes;
}

/* An executed access with its place. */
typedef struct fact {
    uint32_t access, event, thread;
    bool is_write;
    uint64_t address;
} fact;

typedef VEC(fact) facts;

static void list_facts(search *s, facts *all)
{
    for (uint32_t a = 0; a < s->mem->accesses.size; a++) {
        const memory_access *access = &s->mem->accesses.data[a];
        if (is_true(s, access->guard))
            vec_push(all, (fact){a, access->event, s->s->events.data[access->event].thread, access->is_write,
                                 (uint64_t)evaluate(s, access->address).bits});
    }
}

/* Does a store with its check of the object's life count as a store only? An access that only checks does not order. */
static bool counts(const symex_event *e)
{
    return e->kind >= SYMEX_FENCE || !e->is_alive_check || e->kind == SYMEX_WRITE;
}

/* Program order as the model preserves it, over executed events of one thread: all pairs, straight from the table. */
static bool is_preserved(const search *s, const symex_event *a, const symex_event *b, bool has_full, bool has_stores)
{
    bool wa = a->kind == SYMEX_WRITE, wb = b->kind == SYMEX_WRITE;
    bool fence = a->kind >= SYMEX_FENCE || b->kind >= SYMEX_FENCE;
    if (s->model == MACHINE_SC || has_full)
        return true;
    if (fence)
        return (a->kind != SYMEX_FENCE || a->fence == IR_FENCE_FULL) &&
               (b->kind != SYMEX_FENCE || b->fence == IR_FENCE_FULL);
    if (!wa)
        return true;
    if (!wb)
        return false;
    return s->model == MACHINE_TSO || has_stores;
}

static void add_program_order(search *s)
{
    const symex *x = s->s;
    for (uint32_t t = 0; t < x->threads.size; t++) {
        const symex_thread *thread = &x->threads.data[t];
        for (uint32_t i = 0; i < thread->events.size; i++) {
            const symex_event *a = &x->events.data[thread->events.data[i]];
            if (!is_true(s, a->guard) || !counts(a))
                continue;
            bool has_full = false, has_stores = false;
            for (uint32_t j = i + 1; j < thread->events.size; j++) {
                const symex_event *b = &x->events.data[thread->events.data[j]];
                if (!is_true(s, b->guard) || !counts(b))
                    continue;
                if (is_preserved(s, a, b, has_full, has_stores))
                    add_edge(&s->edges, s->node[thread->events.data[i]], s->node[thread->events.data[j]]);
                has_full |= b->kind >= SYMEX_START || (b->kind == SYMEX_FENCE && b->fence == IR_FENCE_FULL);
                has_stores |= b->kind == SYMEX_FENCE && b->fence == IR_FENCE_STORES;
            }
        }
        if (thread->start != IR_NONE && is_true(s, thread->guard))
            add_edge(&s->edges, s->node[thread->start], s->node[thread->begin]);
    }
    for (uint32_t i = 0; i < x->joins.size; i++) {
        const symex_join *join = &x->joins.data[i];
        uint32_t end = x->threads.data[join->thread].end;
        if (end != IR_NONE && is_true(s, x->events.data[join->event].guard) && is_true(s, join->condition))
            add_edge(&s->edges, s->node[end], s->node[join->event]);
    }
}

static uint32_t write_of(const search *s, uint32_t read_access)
{
    uint32_t read = s->read_of_access[read_access];
    return s->c->candidates.data[s->c->reads.data[read].first + s->choice[read] - 1].write;
}

/* rf, ws and fr as edges: of the global order, and of coherence. `ws` lists the writes to each place in order. */
static bool is_allowed(search *s, const facts *all, const numbers *ws)
{
    numbers global = {0}, local = {0}, none = {0};
    uint32_t *rank = alloc_zeroed(s->mem->accesses.size, sizeof(uint32_t));
    for (uint32_t i = 0; i < ws->size; i++)
        rank[ws->data[i]] = i + 1;
    for (uint32_t i = 0; i < all->size; i++)
        for (uint32_t j = 0; j < all->size; j++) {
            const fact *a = &all->data[i], *b = &all->data[j];
            if (i == j || a->address != b->address)
                continue;
            bool is_edge = false, is_global = true;
            if (a->is_write && b->is_write)
                is_edge = rank[a->access] < rank[b->access];
            else if (a->is_write && !b->is_write) {
                is_edge = write_of(s, b->access) == a->access;
                is_global = s->model == MACHINE_SC || a->thread != b->thread;
            } else if (!a->is_write && b->is_write) {
                uint32_t from = write_of(s, a->access);
                is_edge = from == IR_NONE || rank[from] < rank[b->access];
                is_edge &= from != b->access;
            }
            if (is_edge) {
                add_edge(&local, a->access, b->access);
                if (is_global)
                    add_edge(&global, s->node[a->event], s->node[b->event]);
                /* Inside of one atomic block the order is that of the program. */
                if (s->node[a->event] == s->node[b->event] && a->event > b->event)
                    add_edge(&global, 0, 0), add_edge(&local, b->access, a->access);
            }
            if (a->thread == b->thread && a->event < b->event)
                add_edge(&local, a->access, b->access);
        }
    bool ok = is_acyclic(&local, &none, s->mem->accesses.size) &&
              is_acyclic(&global, &s->edges, s->s->events.size);
    vec_clear(&global);
    vec_clear(&local);
    free(rank);
    return ok;
}

/* ---- results ---- */

static term_value final_value(search *s, const facts *all, const numbers *ws, const outcomes_place *place)
{
    term_value result = 0;
    for (uint8_t byte = 0; byte < place->size; byte++) {
        uint64_t at = place->address + byte;
        term_value bits = 0;
        bool is_written = false;
        for (uint32_t c = 0; c < s->mem->cells.size; c++)
            if (at - s->mem->cells.data[c].address < s->mem->cells.data[c].size)
                bits = evaluate(s, s->mem->cells.data[c].initial).bits >> (at - s->mem->cells.data[c].address) * 8,
                is_written = true;
        for (uint32_t i = 0; i < ws->size; i++)
            for (uint32_t f = 0; f < all->size; f++) {
                const memory_access *access = &s->mem->accesses.data[ws->data[i]];
                if (all->data[f].access == ws->data[i] && at - all->data[f].address < access->size)
                    bits = evaluate(s, access->value).bits >> (at - all->data[f].address) * 8;
            }
        if (!is_written)
            bits = s->s->program->globals.data[ir_pointer_object(at) - 1].bytes[ir_pointer_offset(at)];
        result |= (bits & 0xff) << byte * 8;
    }
    return result;
}

static void note_final(search *s, const facts *all, const numbers *ws)
{
    strbuf line = {0};
    machine_state *state = machine_start(s->m);
    for (uint32_t i = 0; i < s->options->place_count; i++) {
        const outcomes_place *place = &s->options->places[i];
        strbuf_addf(&line, "%s%s=", i ? " " : "", place->name);
        machine_describe_value(s->m, state, place->type, place->size, (uint64_t)final_value(s, all, ws, place), &line);
    }
    machine_state_free(state);
    for (uint32_t i = 0; i < s->r->finals.size; i++)
        if (strcmp(s->r->finals.data[i], strbuf_text(&line)) == 0) {
            strbuf_clear(&line);
            return;
        }
    vec_push(&s->r->finals, strbuf_take(&line));
}

static bool thread_fails(search *s, uint32_t thread)
{
    for (uint32_t i = 0; i < s->s->claims.size; i++)
        if (s->s->claims.data[i].thread == thread && s->s->claims.data[i].kind != SYMEX_UNSUPPORTED &&
            is_true(s, s->s->claims.data[i].guard))
            return true;
    return false;
}

/* Every thread that was started has ended, failed or left the process. */
static bool is_complete(search *s)
{
    for (uint32_t t = 0; t < s->s->threads.size; t++) {
        const symex_thread *thread = &s->s->threads.data[t];
        if (is_true(s, thread->guard) && !is_true(s, thread->end_guard) && !is_true(s, thread->exit_guard) &&
            !thread_fails(s, t))
            return false;
    }
    return true;
}

static void note_claims(search *s)
{
    for (uint32_t i = 0; i < s->s->claims.size; i++)
        if (is_true(s, s->s->claims.data[i].guard)) {
            bool is_unsupported = s->s->claims.data[i].kind == SYMEX_UNSUPPORTED;
            s->r->has_unsupported |= is_unsupported;
            s->r->has_violation |= !is_unsupported;
        }
    for (uint32_t i = 0; i < s->mem->claims.size; i++)
        s->r->has_violation |= is_true(s, s->mem->claims.data[i].guard);
    for (uint32_t i = 0; i < s->s->cuts.size; i++)
        s->r->is_cut |= is_true(s, s->s->cuts.data[i].guard);
}

/* ---- the order of writes ---- */

/* All orders that keep each thread's writes to a place in program order. `ws` is built from the front. */
static void order_writes(search *s, const facts *all, numbers *ws, bool *is_placed)
{
    if (++s->steps > s->limit) {
        s->r->gave_up = true;
        return;
    }
    /* The place to go on with: that of the first write that is not placed. */
    uint32_t first = 0;
    while (first < all->size && (!all->data[first].is_write || is_placed[first]))
        first++;
    if (first == all->size) {
        if (is_allowed(s, all, ws)) {
            s->r->executions++;
            note_claims(s);
            if (is_complete(s))
                note_final(s, all, ws);
        }
        return;
    }
    for (uint32_t i = first; i < all->size && !s->r->gave_up; i++) {
        const fact *w = &all->data[i];
        if (!w->is_write || is_placed[i] || w->address != all->data[first].address)
            continue;
        bool has_earlier = false;
        for (uint32_t j = 0; j < i; j++)
            has_earlier |= all->data[j].is_write && !is_placed[j] && all->data[j].address == w->address &&
                           all->data[j].thread == w->thread;
        if (has_earlier)
            continue;
        is_placed[i] = true;
        vec_push(ws, w->access);
        order_writes(s, all, ws, is_placed);
        ws->size--;
        is_placed[i] = false;
    }
}

/* ---- reads ---- */

static bool is_consistent(search *s, const facts *all)
{
    for (uint32_t i = 0; i < all->size; i++) {
        if (all->data[i].is_write)
            continue;
        uint32_t write = write_of(s, all->data[i].access), f = 0;
        if (write == IR_NONE)
            continue;
        while (f < all->size && all->data[f].access != write)
            f++;
        if (f == all->size || all->data[f].address != all->data[i].address)
            return false;
    }
    return true;
}

static bool all_known(search *s)
{
    for (uint32_t a = 0; a < s->mem->accesses.size; a++) {
        const memory_access *access = &s->mem->accesses.data[a];
        value guard = evaluate(s, access->guard);
        if (!guard.is_known || (guard.bits && (!evaluate(s, access->address).is_known ||
                                               !evaluate(s, access->value).is_known)))
            return false;
    }
    return true;
}

static void try_execution(search *s)
{
    facts all = {0};
    numbers ws = {0};
    if (all_known(s)) {
        list_facts(s, &all);
        s->edges.size = 0;
        add_program_order(s);
        bool *is_placed = alloc_zeroed(all.size, sizeof(bool));
        if (is_consistent(s, &all) && is_allowed(s, &(facts){0}, &ws))
            order_writes(s, &all, &ws, is_placed);
        free(is_placed);
    }
    vec_clear(&ws);
    vec_clear(&all);
}

static void choose_reads(search *s, uint32_t from)
{
    if (++s->steps > s->limit) {
        s->r->gave_up = true;
        return;
    }
    forget_values(s);
    while (from < s->c->reads.size &&
           is_false(s, s->mem->accesses.data[s->c->reads.data[from].access].guard))
        from++;
    if (from == s->c->reads.size) {
        try_execution(s);
        return;
    }
    const memory_read *r = &s->c->reads.data[from];
    for (uint32_t i = 0; i < r->count && !s->r->gave_up; i++) {
        const memory_candidate *candidate = &s->c->candidates.data[r->first + i];
        s->choice[from] = i + 1;
        forget_values(s);
        bool is_possible = !is_false(s, candidate->condition) &&
                           (candidate->write == IR_NONE || !is_false(s, s->mem->accesses.data[candidate->write].guard));
        /* Of a known order, the last that is executed is read. */
        for (uint32_t later = i + 1; r->is_static && later < r->count; later++)
            is_possible &= !is_true(s, s->mem->accesses.data[s->c->candidates.data[r->first + later].write].guard);
        if (is_possible)
            choose_reads(s, from + 1);
    }
    s->choice[from] = 0;
}

static void choose_inputs(search *s)
{
    if (s->input_values.size == s->inputs.size) {
        choose_reads(s, 0);
        return;
    }
    uint32_t width = term_width(s->s->terms, s->inputs.data[s->input_values.size]);
    int64_t low = 0, high = (INT64_C(1) << (width < NARROW_BITS ? width : NARROW_BITS)) - 1;
    if (width > NARROW_BITS) {
        low = s->options->nondet_low;
        high = s->options->nondet_high;
    }
    for (int64_t v = low; v <= high && !s->r->gave_up; v++) {
        term_value mask = width >= 128 ? ~(term_value)0 : ((term_value)1 << width) - 1;
        vec_push(&s->input_values, (term_value)(__int128)v & mask);
        choose_inputs(s);
        s->input_values.size--;
    }
}

static void add_inputs(search *s)
{
    for (uint32_t i = 0; i < s->s->choices.size; i++)
        vec_push(&s->inputs, s->s->choices.data[i].variable);
    for (uint32_t c = 0; c < s->mem->cells.size; c++)
        if (!term_is_constant(s->s->terms, s->mem->cells.data[c].initial))
            vec_push(&s->inputs, s->mem->cells.data[c].initial);
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

enumerate_result enumerate_executions(const memory *mem, const memory_candidates *candidates, machine *m,
                                      const outcomes_options *options, uint64_t limit)
{
    enumerate_result r = {0};
    const symex *x = mem->s;
    search s = {
        .mem = mem,
        .s = x,
        .c = candidates,
        .m = m,
        .model = machine_model_of(m),
        .options = options,
        .r = &r,
        .limit = limit,
        .choice = alloc_zeroed(candidates->reads.size, sizeof(uint32_t)),
        .read_of_access = alloc_zeroed(mem->accesses.size, sizeof(uint32_t)),
        .node = alloc_bytes((x->events.size + 1) * sizeof(uint32_t)),
    };
    uint32_t *first_of_block = alloc_bytes((x->block_count + 1) * sizeof(uint32_t));
    memset(first_of_block, 0xff, x->block_count * sizeof(uint32_t));
    for (uint32_t e = 0; e < x->events.size; e++) {
        const symex_event *event = &x->events.data[e];
        s.node[e] = e;
        if (event->block != IR_NONE) {
            if (first_of_block[event->block] == IR_NONE)
                first_of_block[event->block] = e;
            s.node[e] = first_of_block[event->block];
        }
        if (event->kind == SYMEX_READ)
            map_put(&s.event_of, event->value, e);
    }
    for (uint32_t i = 0; i < candidates->reads.size; i++)
        s.read_of_access[candidates->reads.data[i].access] = i;
    add_inputs(&s);
    choose_inputs(&s);
    if (r.finals.size > 0)
        qsort(r.finals.data, r.finals.size, sizeof *r.finals.data, compare_lines);
    forget_values(&s);
    vec_clear(&s.values);
    vec_clear(&s.inputs);
    vec_clear(&s.input_values);
    vec_clear(&s.edges);
    map_clear(&s.event_of);
    free(first_of_block);
    free(s.choice);
    free(s.read_of_access);
    free(s.node);
    return r;
}

void enumerate_result_clear(enumerate_result *r)
{
    for (uint32_t i = 0; i < r->finals.size; i++)
        free(r->finals.data[i]);
    vec_clear(&r->finals);
}
