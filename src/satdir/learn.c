#include "satdir/learn.h"

#include "machine/exec.h"
#include "satdir/local.h"

static const hash128 ROOT = {1, 1};

/* ---- what became of a thread: nothing, its result, or that somebody has joined it ---- */

bool learn_is_thread_cell(const learn *l, uint32_t cell)
{
    return ir_pointer_object(machine_program(l->run->m)->layout, l->run->places->cells.data[cell].address) == 0;
}

static uint64_t result_of(const learn *l, uint32_t cell)
{
    uint64_t thread = l->run->places->cells.data[cell].address / PLACES_WORD - 1;
    return l->run->state->threads.data[thread]->result;
}

/* ---- stops ---- */

static learn_stop stop_of(const learn *l, machine_state *state, uint32_t thread)
{
    return (learn_stop){
        .thread = thread,
        .nodes = rf_trace_length(&l->run->trace, thread),
        .key = local_key(l->run->m, state, thread),
        .is_end = machine_status_of(state, thread) != MACHINE_RUNNING,
    };
}

/* Threads that were started, and have done nothing yet. If it was in an atomic block that was stopped, none was. */
static void note_new_threads(learn *l, machine_state *state)
{
    const rf_trace *t = &l->run->trace;
    for (uint32_t i = 1; i < t->threads.size && i < machine_thread_count(state); i++)
        if (t->threads.data[i].start != RF_NONE && !l->has_first[i]) {
            l->has_first[i] = true;
            l->first[i] = local_key(l->run->m, state, i);
        }
}

void learn_init(learn *l, rf_run *run)
{
    *l = (learn){.run = run};
    l->automaton.root = automaton_spot(&l->automaton, 0, ROOT);
    vec_push(&l->base, stop_of(l, run->base, 0));
    note_new_threads(l, run->base);
    memcpy(l->base_has_first, l->has_first, sizeof l->has_first);
}

void learn_clear(learn *l)
{
    automaton_clear(&l->automaton);
    vec_clear(&l->base);
    vec_clear(&l->stops);
    map_clear(&l->initial);
}

void learn_begin(learn *l)
{
    l->stops.size = 0;
    vec_append(&l->stops, l->base.data, l->base.size);
    memcpy(l->has_first, l->base_has_first, sizeof l->has_first);
}

void learn_step(learn *l, uint32_t thread)
{
    vec_push(&l->stops, stop_of(l, l->run->state, thread));
    note_new_threads(l, l->run->state);
}

/* ---- from the trace to spots ---- */

/* A thread on its way through the automaton. */
typedef struct walk {
    spot_id at;
    uint32_t seen;  /* nodes */
    uint64_t value; /* what was read where it comes from */
    spot_id from;   /* SPOT_NONE: it is where it is */
} walk;

/* Where the next spot of the same step is. */
static spot_id arrive(learn *l, walk *w)
{
    if (w->from != SPOT_NONE) {
        w->at = automaton_inner_spot(&l->automaton, w->from, w->value);
        automaton_see_edge(&l->automaton, w->from, w->value, w->at);
        w->from = SPOT_NONE;
    }
    return w->at;
}

static void leave(walk *w, uint64_t value)
{
    w->from = w->at;
    w->value = value;
}

static void note_initial(learn *l, const rf_read *read)
{
    const uint64_t *known = map_find(&l->initial, read->cell);
    if (known && *known != read->value)
        l->problem = "memory that is not the same at the beginning";
    map_put(&l->initial, read->cell, read->value);
}

static void see_read(learn *l, walk *w, const rf_read *read, bool is_inner)
{
    bool is_join = learn_is_thread_cell(l, read->cell);
    spot_id at = arrive(l, w);
    if (read->source == RF_NONE && !is_join)
        note_initial(l, read);
    automaton_see_read(&l->automaton, at, read->cell, is_inner);
    if (is_join)
        automaton_see_edge(&l->automaton, at, LEARN_NOT_ENDED, SPOT_BLOCKED);
    leave(w, is_join ? result_of(l, read->cell) : read->value);
}

static void see_act(learn *l, walk *w, const rf_node *node)
{
    const rf_trace *t = &l->run->trace;
    spot act = {.step = node->kind, .is_inner = node->read_count > 0, .started = RF_NONE, .start = SPOT_NONE};
    rf_write writes[256];
    if (node->write_count > sizeof writes / sizeof *writes) {
        l->problem = "a step with too many writes";
        return;
    }
    for (uint32_t i = 0; i < node->write_count; i++) {
        writes[i] = t->writes.data[node->first_write + i];
        if (learn_is_thread_cell(l, writes[i].cell))
            writes[i].value = node->read_count > 0 ? LEARN_JOINED : result_of(l, writes[i].cell);
    }
    for (uint32_t i = 1; i < t->threads.size; i++)
        if (t->threads.data[i].start == node->id && l->has_first[i]) {
            act.started = i;
            act.start = automaton_spot(&l->automaton, i, l->first[i]);
        }
    automaton_see_act(&l->automaton, arrive(l, w), &act, writes, node->write_count);
    leave(w, 0);
}

static void see_node(learn *l, walk *w, const rf_node *node)
{
    const rf_trace *t = &l->run->trace;
    if (node->is_input)
        l->problem = "a program with inputs";
    for (uint32_t i = 0; i < node->read_count; i++)
        see_read(l, w, &t->reads.data[node->first_read + i], i > 0);
    if (node->kind != HISTORY_READ || node->write_count > 0 || node->read_count == 0)
        see_act(l, w, node);
}

static void see_step(learn *l, walk *w, const learn_stop *stop)
{
    static const spot SILENT = {.is_silent = true, .started = RF_NONE, .start = SPOT_NONE};
    const rf_trace *t = &l->run->trace;
    if (w->seen == stop->nodes) {
        automaton_see_act(&l->automaton, w->at, &SILENT, NULL, 0);
        leave(w, 0);
    }
    for (; w->seen < stop->nodes; w->seen++)
        see_node(l, w, &t->nodes.data[t->threads.data[stop->thread].nodes.data[w->seen]]);
    spot_id to = automaton_spot(&l->automaton, stop->thread, stop->key);
    automaton_see_edge(&l->automaton, w->from, w->value, to);
    w->at = to;
    w->from = SPOT_NONE;
    if (stop->is_end)
        automaton_see_end(&l->automaton, to);
}

/* ---- threads that wait ---- */

static uint64_t value_of_cell(const learn *l, uint32_t cell)
{
    const places_cell *c = &l->run->places->cells.data[cell];
    uint64_t value = 0;
    machine_peek(l->run->state, c->address, c->size, &value);
    return value;
}

/* It waits for the cell to have another value. What is not a global variable could have ended: that is read first. */
static void see_wait(learn *l, spot_id at, uint64_t address, uint8_t size)
{
    const ir_program *program = machine_program(l->run->m);
    uint32_t cells[PLACES_WORD];
    bool is_inner = ir_pointer_object(program->layout, address) > program->globals.size;
    if (is_inner) {
        automaton_see_read(&l->automaton, at, places_of_life(l->run->places, program->layout, address), false);
        spot_id next = automaton_inner_spot(&l->automaton, at, 0);
        automaton_see_edge(&l->automaton, at, 0, next);
        at = next;
    }
    if (places_find(l->run->places, address, size, cells) > 1) {
        l->problem = "a thread waits for memory that is also accessed in parts";
        return;
    }
    automaton_see_read(&l->automaton, at, cells[0], is_inner);
    automaton_see_edge(&l->automaton, at, value_of_cell(l, cells[0]), SPOT_BLOCKED);
}

static void see_join(learn *l, spot_id at, uint64_t thread)
{
    uint32_t cell = places_of_thread(l->run->places, (uint32_t)thread);
    automaton_see_read(&l->automaton, at, cell, false);
    automaton_see_edge(&l->automaton, at, LEARN_NOT_ENDED, SPOT_BLOCKED);
}

static bool can(const learn *l, uint32_t thread, machine_choice_kind kind)
{
    machine_choice choice = {.thread = (uint16_t)thread, .kind = (uint8_t)kind};
    return machine_choice_is_enabled(l->run->m, l->run->state, &choice);
}

/* Nobody can go on: why does this thread not? */
static void see_waiting(learn *l, uint32_t thread, spot_id at)
{
    const machine_state *state = l->run->state;
    const ir_instruction *in = &machine_program(l->run->m)->code.data[machine_next_pc(state, thread)];
    uint64_t address;
    uint8_t size;
    if (can(l, thread, MACHINE_STEP) || can(l, thread, MACHINE_WAKE))
        return; /* it spins: it was here before */
    if (machine_awaits(state, thread, &address, &size))
        see_wait(l, at, address, size);
    else if (in->op == IR_THREAD_JOIN)
        see_join(l, at, sync_pending_value(state, thread, in->a) - 1);
    else if (l->automaton.spots.data[at].kind == SPOT_UNKNOWN)
        l->problem = "a thread that does not go on";
}

static void see_detached(learn *l)
{
    const machine_state *state = l->run->state;
    for (uint32_t i = 0; i < state->threads.size; i++)
        if (state->threads.data[i]->is_detached)
            l->problem = "detached threads";
}

static void see_steps(learn *l, walk walks[LEARN_THREADS])
{
    automaton *a = &l->automaton;
    a->trail.size = 0;
    for (uint32_t i = 0; i < LEARN_THREADS; i++)
        walks[i] = (walk){.at = l->has_first[i] ? automaton_spot(a, i, l->first[i]) : SPOT_NONE, .from = SPOT_NONE};
    walks[0].at = a->root;
    for (uint32_t i = 0; i < l->stops.size && l->problem == NULL; i++)
        see_step(l, &walks[l->stops.data[i].thread], &l->stops.data[i]);
}

void learn_from(learn *l, bool is_partial)
{
    automaton *a = &l->automaton;
    walk walks[LEARN_THREADS];
    see_steps(l, walks);
    for (uint32_t i = 0; i < machine_thread_count(l->run->state) && !is_partial && l->problem == NULL; i++)
        if (machine_status_of(l->run->state, i) == MACHINE_RUNNING)
            see_waiting(l, i, walks[i].at);
    see_detached(l);
    if (l->problem == NULL)
        l->problem = a->problem;
}

/* Up to the last read, whose value leads nowhere; if there is none, the thread ends before. */
static void see_violation(learn *l, walk *w, const learn_stop *stop)
{
    const rf_trace *t = &l->run->trace;
    automaton *a = &l->automaton;
    const uint32_t *nodes = t->threads.data[stop->thread].nodes.data;
    for (; w->seen + 1 < stop->nodes; w->seen++)
        see_node(l, w, &t->nodes.data[nodes[w->seen]]);
    const rf_node *last = w->seen < stop->nodes ? &t->nodes.data[nodes[w->seen]] : NULL;
    for (uint32_t i = 0; last && i < last->read_count; i++)
        see_read(l, w, &t->reads.data[last->first_read + i], i > 0);
    if (w->from != SPOT_NONE && a->spots.data[w->from].kind == SPOT_READ)
        automaton_see_edge(a, w->from, w->value, SPOT_BLOCKED);
    else
        automaton_see_end(a, arrive(l, w));
}

void learn_from_violation(learn *l)
{
    walk walks[LEARN_THREADS];
    learn_stop last = l->stops.data[--l->stops.size];
    see_steps(l, walks);
    if (l->problem == NULL)
        see_violation(l, &walks[last.thread], &last);
    for (uint32_t i = 0; i < machine_thread_count(l->run->state) && l->problem == NULL; i++)
        if (i != last.thread && machine_status_of(l->run->state, i) == MACHINE_RUNNING &&
            machine_waiting_count(l->run->state, i) == 0)
            see_waiting(l, i, walks[i].at);
    if (l->problem == NULL)
        l->problem = l->automaton.problem;
}

bool learn_initial(const learn *l, uint32_t cell, uint64_t *value)
{
    const places_cell *c = &l->run->places->cells.data[cell];
    const uint64_t *known = map_find(&l->initial, cell);
    if (known) {
        *value = *known;
        return true;
    }
    if (learn_is_thread_cell(l, cell)) {
        *value = LEARN_NOT_ENDED;
        return true;
    }
    *value = 0;
    return machine_peek(l->run->base, c->address, c->size, value);
}
