/* From a model of the clauses to an execution: which events are executed, which of them the violation needs, and an
 * order of them that agrees with the graph. */
#include "base/alloc.h"
#include "encode/axioms.h"
#include "encode/encode.h"
#include "encode/program_order.h"

typedef struct extraction {
    encoding *e;
    term_evaluation *values;
    uint32_t *needed;    /* by thread: how many of its events are needed */
    uint32_t *position;  /* by event: in its thread */
    VEC(uint32_t) reads; /* reading accesses whose source is to be looked at */
    bool has_changed;    /* more is needed than when it was last looked at */
} extraction;

static int value_of(const void *clauses, int literal)
{
    return solver_value(clauses, literal);
}

static bool holds(const extraction *x, term truth)
{
    return term_evaluate(x->values, truth) != 0;
}

/* ---- what is needed ---- */

/* The thread is needed up to and including the event; and all of an atomic block, if it is in one. */
static void need_event(extraction *x, uint32_t event)
{
    const symex *s = x->e->s;
    const symex_thread *t = &s->threads.data[s->events.data[event].thread];
    uint32_t end = x->position[event] + 1, *needed = &x->needed[s->events.data[event].thread];
    while (end < t->events.size && s->events.data[event].block != IR_NONE &&
           s->events.data[t->events.data[end]].block == s->events.data[event].block)
        end++;
    while (*needed < end) {
        uint32_t e = t->events.data[(*needed)++];
        x->has_changed = true;
        if (s->events.data[e].kind != SYMEX_READ || !holds(x, s->events.data[e].guard))
            continue;
        for (uint32_t a = x->e->m->first_access[e]; a < x->e->m->first_access[e + 1]; a++)
            vec_push(&x->reads, a);
    }
}

/* The write that the read takes its value from; IR_NONE: the initial value. */
static uint32_t source_of(const extraction *x, const memory_read *read)
{
    const encoding *e = x->e;
    uint32_t source = IR_NONE;
    for (uint32_t i = 0; i < read->count; i++) {
        uint32_t w = e->candidates->candidates.data[read->first + i].write;
        if (w != IR_NONE && (read->is_static ? holds(x, e->m->accesses.data[w].guard)
                                             : solver_value(e->clauses, e->rf.data[read->first + i]) > 0))
            source = w;
    }
    return source;
}

/* Closes what is needed under program order, rf, and the starting and ending of threads. */
static void find_needed(extraction *x, const symex_claim *claim)
{
    const encoding *e = x->e;
    const symex *s = e->s;
    uint32_t *read_of = alloc_bytes((e->m->accesses.size + 1) * sizeof(uint32_t));
    memset(read_of, 0xff, (e->m->accesses.size + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < e->candidates->reads.size; i++)
        read_of[e->candidates->reads.data[i].access] = i;
    const symex_thread *failing = &s->threads.data[claim->thread];
    if (claim->position > 0 && failing->events.size > 0)
        need_event(x, failing->events
                          .data[(claim->position < failing->events.size ? claim->position : failing->events.size) - 1]);
    if (claim->other)
        need_event(x, claim->other);
    for (x->has_changed = true; x->has_changed;) {
        x->has_changed = false;
        while (x->reads.size > 0) {
            uint32_t read = read_of[vec_pop(&x->reads)];
            uint32_t source = read == IR_NONE ? IR_NONE : source_of(x, &e->candidates->reads.data[read]);
            if (source != IR_NONE)
                need_event(x, e->m->accesses.data[source].event);
        }
        for (uint32_t t = 0; t < s->threads.size; t++)
            if (x->needed[t] > 0 && s->threads.data[t].start != IR_NONE)
                need_event(x, s->threads.data[t].start);
        for (uint32_t i = 0; i < s->joins.size; i++) {
            const symex_join *join = &s->joins.data[i];
            uint32_t end = s->threads.data[join->thread].end;
            if (x->position[join->event] < x->needed[s->events.data[join->event].thread] && end != IR_NONE &&
                holds(x, s->events.data[join->event].guard) && holds(x, join->condition))
                need_event(x, end);
        }
    }
    free(read_of);
}

/* ---- their order ---- */

typedef struct sorter {
    uint32_t node_count;
    VEC(uint32_t) from, to;       /* edges */
    uint32_t *first, *next;       /* edges of a node, as lists */
    uint32_t *waits;              /* by node: for how many edges */
    uint32_t *event, *next_event; /* by node, by event: the first event of a node, the next one of the same */
    VEC(uint32_t) ready;
} sorter;

static void note_edge(void *context, uint32_t from, uint32_t to)
{
    sorter *k = context;
    if (from >= k->node_count || to >= k->node_count)
        return; /* of a second order (second_order.h), which is another one */
    vec_push(&k->from, from);
    vec_push(&k->to, to);
}

static void init_sorter(sorter *k, const encoding *e)
{
    uint32_t nodes = e->graph->node_count, events = e->s->events.size;
    *k = (sorter){.node_count = nodes};
    e->order.each_edge(e->order.self, k, note_edge);
    k->first = alloc_bytes((nodes + 1) * sizeof(uint32_t));
    k->event = alloc_bytes((nodes + 1) * sizeof(uint32_t));
    k->next = alloc_bytes((k->from.size + 1) * sizeof(uint32_t));
    k->next_event = alloc_bytes((events + 1) * sizeof(uint32_t));
    k->waits = alloc_zeroed(nodes + 1, sizeof(uint32_t));
    memset(k->first, 0xff, (nodes + 1) * sizeof(uint32_t));
    memset(k->event, 0xff, (nodes + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < k->from.size; i++) {
        k->next[i] = k->first[k->from.data[i]];
        k->first[k->from.data[i]] = i;
        k->waits[k->to.data[i]]++;
    }
    for (uint32_t i = events; i-- > 0;)
        if (e->graph->node[i] != IR_NONE) {
            k->next_event[i] = k->event[e->graph->node[i]];
            k->event[e->graph->node[i]] = i;
        }
    for (uint32_t n = 0; n < nodes; n++)
        if (k->waits[n] == 0)
            vec_push(&k->ready, n);
}

static void clear_sorter(sorter *k)
{
    vec_clear(&k->from);
    vec_clear(&k->to);
    vec_clear(&k->ready);
    free(k->first);
    free(k->next);
    free(k->event);
    free(k->next_event);
    free(k->waits);
}

/* The node to take next: without events (a fence), else of the thread that is at it, earliest first. */
static uint32_t pick_node(const sorter *k, const symex *s, uint32_t thread)
{
    uint32_t best = 0;
    for (uint32_t i = 0; i < k->ready.size; i++) {
        uint32_t event = k->event[k->ready.data[i]], other = k->event[k->ready.data[best]];
        if (event == IR_NONE)
            return i;
        bool is_own = s->events.data[event].thread == thread, was_own = s->events.data[other].thread == thread;
        if (is_own != was_own ? is_own : event < other)
            best = i;
    }
    return best;
}

/* Reads behind all that threads do are no part of an execution, nor is the last event of a thread that waits. */
static bool is_done_by_nobody(const extraction *x, uint32_t event)
{
    const symex *s = x->e->s;
    const symex_event *e = &s->events.data[event];
    return event >= s->first_last || (e->kind == SYMEX_END && !holds(x, s->threads.data[e->thread].end_guard));
}

static void add_step(const extraction *x, execution *result, uint32_t event)
{
    const symex_event *e = &x->e->s->events.data[event];
    execution_step step = {.event = event};
    if (x->position[event] >= x->needed[e->thread] || !holds(x, e->guard) || is_done_by_nobody(x, event))
        return;
    if (e->kind <= SYMEX_WRITE) {
        step.address = (uint64_t)term_evaluate(x->values, e->address);
        step.value = term_evaluate(x->values, e->value);
    }
    vec_push(&result->steps, step);
}

static void sort_steps(const extraction *x, execution *result)
{
    const symex *s = x->e->s;
    sorter k;
    uint32_t thread = 0;
    init_sorter(&k, x->e);
    while (k.ready.size > 0) {
        uint32_t at = pick_node(&k, s, thread), node = k.ready.data[at];
        k.ready.data[at] = *vec_last(&k.ready);
        k.ready.size--;
        for (uint32_t e = k.event[node]; e != IR_NONE; e = k.next_event[e]) {
            thread = s->events.data[e].thread;
            add_step(x, result, e);
        }
        for (uint32_t i = k.first[node]; i != IR_NONE; i = k.next[i])
            if (--k.waits[k.to.data[i]] == 0)
                vec_push(&k.ready, k.to.data[i]);
    }
    clear_sorter(&k);
}

static void add_ranks(const extraction *x, const axioms *a, execution *result)
{
    uint32_t *rank = alloc_zeroed(x->e->s->events.size + 1, sizeof(uint32_t));
    axiom_execution_copy(&result->axioms, axioms_execution(a));
    for (uint32_t i = 0; i < result->axioms.events.size; i++)
        if (result->axioms.events.data[i] != IR_NONE)
            rank[result->axioms.events.data[i]] = result->axioms.order.data[i];
    for (uint32_t i = 0; i < result->steps.size; i++)
        result->steps.data[i].rank = rank[result->steps.data[i].event];
    free(rank);
}

static bool is_true(const void *context, term truth)
{
    return holds(context, truth);
}

static void add_inputs(const extraction *x, execution *result)
{
    const symex *s = x->e->s;
    for (uint32_t i = 0; i < s->choices.size; i++)
        if (holds(x, s->choices.data[i].guard))
            vec_push(&result->inputs, (execution_input){i, execution_instance(s, s->choices.data[i].place, is_true, x),
                                                        term_evaluate(x->values, s->choices.data[i].variable)});
}

static void add_objects(const extraction *x, execution *result)
{
    const symex *s = x->e->s;
    for (uint64_t number = s->given_objects + 1; number <= s->objects.size; number++) {
        const symex_object *object = &s->objects.data[number - 1];
        if ((object->origin == SYMEX_STACK || object->origin == SYMEX_HEAP) && holds(x, object->guard))
            vec_push(&result->objects, number);
    }
}

execution encoding_read_execution(encoding *e, const symex_claim *claim)
{
    assert(claim->thread < e->s->threads.size);
    const symex *s = e->s;
    execution result = {.s = s, .model = e->model, .claim = claim};
    extraction x = {
        .e = e,
        .values = term_evaluation_new(s->terms),
        .needed = alloc_zeroed(s->threads.size + 1, sizeof(uint32_t)),
        .position = alloc_bytes((s->events.size + 1) * sizeof(uint32_t)),
    };
    blast_read_model(e->blast, value_of, e->clauses, x.values);
    for (uint32_t t = 0; t < s->threads.size; t++)
        for (uint32_t i = 0; i < s->threads.data[t].events.size; i++)
            x.position[s->threads.data[t].events.data[i]] = i;
    find_needed(&x, claim);
    sort_steps(&x, &result);
    if (e->axioms) {
        add_ranks(&x, e->axioms, &result);
        program_order_sort(&result);
    }
    add_inputs(&x, &result);
    add_objects(&x, &result);
    term_evaluation_free(x.values);
    free(x.needed);
    free(x.position);
    vec_clear(&x.reads);
    return result;
}
