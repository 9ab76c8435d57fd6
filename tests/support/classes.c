#include "support/classes.h"

#include <stdlib.h>

#include "rf/run.h"

enum { WIDTH = 16, MOST_VALUES = 16 };

typedef struct enumeration {
    machine *m;
    rf_trace *trace; /* that the machine tells what happens */
    classes *result;
    map known;
    uint64_t max_visited;
    const map *wanted;
} enumeration;

static void listen(void *context, const machine_state *state, const machine_event *event)
{
    enumeration *e = context;
    rf_trace_listen(e->trace, state, event);
}

/* A thread is known by who has created it, and when. */
static uint64_t hash_thread(const rf_trace *t, uint32_t thread)
{
    rf_id start = t->threads.data[thread].start;
    if (start == RF_NONE)
        return 1;
    return hash_mix(hash_thread(t, rf_thread_of(start)) + rf_number_of(start));
}

static uint64_t hash_id(const rf_trace *t, rf_id id)
{
    return id == RF_NONE ? 0 : hash_mix(hash_thread(t, rf_thread_of(id)) ^ ((uint64_t)rf_number_of(id) << 32));
}

/* Which cells are read need not be said: where a read reads from says it of the next. */
static uint64_t hash_node(const rf_trace *t, const rf_node *n)
{
    uint64_t hash = hash_id(t, n->id) + hash_mix(n->is_input ? n->input + 1 : 0);
    for (uint32_t i = 0; i < n->read_count; i++)
        hash = hash_mix(hash) ^ hash_id(t, t->reads.data[n->first_read + i].source);
    return hash_mix(hash);
}

uint64_t classes_hash(const rf_trace *t)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < t->nodes.size; i++)
        hash += hash_node(t, &t->nodes.data[i]);
    return hash - (hash == MAP_NO_KEY);
}

/* ---- text ---- */

static void describe_cell(const rf_trace *t, uint32_t cell, strbuf *out)
{
    const ir_program *program = machine_program(t->m);
    const places_cell *c = &t->places->cells.data[cell];
    uint64_t object = ir_pointer_object(program->layout, c->address);
    uint64_t offset = c->address & ((UINT64_C(1) << program->layout.offset_bits) - 1);
    if (object > 0 && object <= program->globals.size)
        strbuf_add(out, program->globals.data[object - 1].name);
    else
        strbuf_addf(out, "#%llu", (unsigned long long)object);
    strbuf_addf(out, "+%llu:%u", (unsigned long long)offset, c->size);
}

static void describe_node(const rf_trace *t, const rf_node *n, strbuf *out)
{
    strbuf_addf(out, "    T%u.%u", rf_thread_of(n->id), rf_number_of(n->id));
    if (n->is_input)
        strbuf_addf(out, " input %llu", (unsigned long long)n->input);
    for (uint32_t i = 0; i < n->read_count; i++) {
        const rf_read *r = &t->reads.data[n->first_read + i];
        strbuf_add(out, " reads ");
        describe_cell(t, r->cell, out);
        strbuf_addf(out, "=%llu", (unsigned long long)r->value);
        if (r->source == RF_NONE)
            strbuf_add(out, " initially");
        else
            strbuf_addf(out, " from T%u.%u", rf_thread_of(r->source), rf_number_of(r->source));
    }
    for (uint32_t i = 0; i < n->write_count; i++) {
        strbuf_add(out, " writes ");
        describe_cell(t, t->writes.data[n->first_write + i].cell, out);
        strbuf_addf(out, "=%llu", (unsigned long long)t->writes.data[n->first_write + i].value);
    }
    strbuf_add_char(out, '\n');
}

void classes_describe(const rf_trace *t, strbuf *out)
{
    for (uint32_t i = 0; i < t->threads.size; i++)
        for (uint32_t k = 0; k < t->threads.data[i].nodes.size; k++)
            describe_node(t, &t->nodes.data[t->threads.data[i].nodes.data[k]], out);
}

/* ---- all executions ---- */

/* All that what can still happen, and the class, depend on. */
static uint64_t hash_all(machine_state *state, const rf_trace *t)
{
    hash128 hash = machine_state_hash(state);
    hash128_word(&hash, classes_hash(t));
    for (uint32_t i = 0; i < t->memory.size; i++)
        hash128_word(&hash, t->memory.data[i] == RF_NONE ? RF_NONE : t->nodes.data[t->memory.data[i]].id);
    for (uint32_t i = 0; i < t->threads.size; i++)
        for (uint32_t k = 0; k < t->threads.data[i].waiting.size; k++)
            hash128_word(&hash, t->nodes.data[t->threads.data[i].waiting.data[k]].id);
    return hash.a - (hash.a == MAP_NO_KEY);
}

static void note_class(enumeration *e, const machine_state *state, const rf_trace *t)
{
    uint64_t class = classes_hash(t);
    strbuf text = {0};
    if (map_find(&e->result->found, class) == NULL && e->wanted && map_find(e->wanted, class)) {
        classes_describe(t, &text);
        vec_push(&e->result->texts, strbuf_take(&text));
    }
    map_put(&e->result->found, class, map_get(&e->result->found, class, 0) + 1);
    e->result->has_deadlock |= !machine_is_complete(state) && machine_is_deadlock(state);
}

static void visit(enumeration *e, machine_state *state, rf_trace *t);

/* What the choice came to, with a copy of the state and the trace that are the callee's. */
static void go_on(enumeration *e, const machine_result *result, machine_state *state, rf_trace *t)
{
    e->result->has_violation |= result->end == MACHINE_VIOLATION;
    e->result->has_unsupported |= result->end == MACHINE_UNSUPPORTED;
    if (t->problem)
        e->result->problem = t->problem;
    if (result->end == MACHINE_LIMIT || result->end == MACHINE_NOT_ENABLED)
        e->result->problem = "a limit of the machine";
    if (result->end == MACHINE_OK && e->result->problem == NULL)
        visit(e, state, t);
}

static machine_result try_choice(enumeration *e, const machine_state *from, const rf_trace *before,
                                 const machine_choice *choice)
{
    machine_state *state = machine_state_copy(from);
    rf_trace t;
    rf_trace_init(&t, before->places, e->m, before->width);
    rf_trace_copy(&t, before);
    e->trace = &t;
    rf_trace_begin_choice(&t, NULL, (hash128){0});
    machine_result result = machine_take(e->m, state, choice);
    rf_trace_end_choice(&t);
    e->trace = NULL;
    if (result.end != MACHINE_NEEDS_VALUE)
        go_on(e, &result, state, &t);
    rf_trace_clear(&t);
    machine_state_free(state);
    return result;
}

static void try_values(enumeration *e, const machine_state *state, const rf_trace *t, machine_choice choice,
                       const machine_result *needed)
{
    if (needed->address || needed->width > 8 || 1u << needed->width > MOST_VALUES) {
        e->result->problem = "too many values";
        return;
    }
    choice.has_value = true;
    for (choice.value[0] = 0; choice.value[0] < 1u << needed->width; choice.value[0]++) {
        machine_result result = try_choice(e, state, t, &choice);
        if (result.end == MACHINE_NEEDS_VALUE)
            e->result->problem = "two values in one step";
        machine_result_clear(&result);
    }
}

static void visit(enumeration *e, machine_state *state, rf_trace *t)
{
    machine_choices choices = {0};
    bool progress, bounded;
    uint64_t key = hash_all(state, t);
    if (map_find(&e->known, key))
        return;
    map_put(&e->known, key, 1);
    if (++e->result->visited > e->max_visited || machine_thread_count(state) > WIDTH)
        e->result->problem = "too large";
    machine_choices_of(e->m, state, &choices, &progress, &bounded);
    if (choices.size > 0 && vec_last(&choices)->kind == MACHINE_WAKE)
        e->result->problem = "somebody may wake up for no reason";
    if (!progress)
        note_class(e, state, t);
    for (uint32_t i = 0; i < choices.size && e->result->problem == NULL; i++) {
        machine_result result = try_choice(e, state, t, &choices.data[i]);
        if (result.end == MACHINE_NEEDS_VALUE)
            try_values(e, state, t, choices.data[i], &result);
        machine_result_clear(&result);
    }
    vec_clear(&choices);
}

static void enumerate(enumeration *e, places *places)
{
    rf_run run;
    rf_fate fate = RF_COMPLETE;
    rf_trace empty = {0};
    e->trace = &run.trace;
    if (rf_run_init(&run, e->m, places, WIDTH, &fate)) {
        rf_trace_note_threads(&run.base_trace, machine_thread_count(run.base));
        visit(e, run.base, &run.base_trace);
    } else if (fate == RF_COMPLETE || fate == RF_BLOCKED) {
        note_class(e, run.base, &empty);
    }
    e->result->has_violation |= fate == RF_VIOLATION;
    e->trace = NULL;
    rf_run_clear(&run);
}

classes classes_enumerate(const ir_program *program, const machine_options *options, places *places,
                          uint64_t max_visited, const map *wanted)
{
    classes result = {0};
    enumeration e = {.result = &result, .max_visited = max_visited, .wanted = wanted};
    machine_options mo = *options;
    mo.is_traced = true;
    mo.buffer_bound = 0;
    mo.on_event = listen;
    mo.context = &e;
    do {
        places->has_changed = false;
        map_clear(&e.known);
        classes_clear(&result);
        result = (classes){0};
        e.m = machine_new(program, &mo);
        enumerate(&e, places);
        machine_free(e.m);
    } while (places->has_changed && result.problem == NULL);
    map_clear(&e.known);
    return result;
}

void classes_clear(classes *c)
{
    for (uint32_t i = 0; i < c->texts.size; i++)
        free(c->texts.data[i]);
    vec_clear(&c->texts);
    map_clear(&c->found);
}
