#include "rf/run.h"

#include <stdlib.h>

#include "rf/rounds.h"

enum { MOST_ROUNDS = 4 }; /* that are looked at: whoever spins mostly does so in the last one */

void rf_run_listen(rf_run *r, const machine_state *state, const machine_event *event)
{
    rf_trace_listen(r->is_probing ? &r->probe : &r->trace, state, event);
}

/* ---- the beginning of all executions ---- */

static bool is_over(machine_end end, rf_fate *fate)
{
    switch (end) {
    case MACHINE_VIOLATION:
        *fate = RF_VIOLATION;
        return true;
    case MACHINE_UNSUPPORTED:
        *fate = RF_UNSUPPORTED;
        return true;
    case MACHINE_LIMIT:
        *fate = RF_LIMIT;
        return true;
    default:
        return false;
    }
}

bool rf_run_init(rf_run *r, machine *m, places *places, uint32_t width, rf_fate *fate)
{
    static const machine_choice step = {.kind = MACHINE_STEP};
    *r = (rf_run){.m = m, .places = places, .max_nodes = UINT32_MAX, .base = machine_start(m)};
    rf_trace_init(&r->trace, places, m, width);
    rf_trace_init(&r->base_trace, places, m, width);
    rf_trace_init(&r->probe, places, m, width);
    while (!r->trace.is_listening && machine_status_of(r->base, 0) == MACHINE_RUNNING) {
        rf_trace_begin_choice(&r->trace, NULL, (hash128){0});
        r->result = machine_take(m, r->base, &step);
        rf_trace_end_choice(&r->trace);
        if (r->result.end == MACHINE_NEEDS_VALUE)
            break;
        vec_push(&r->base_choices, step);
        vec_push(&r->choices, step);
        if (is_over(r->result.end, fate))
            return false;
        if (!machine_choice_is_enabled(m, r->base, &step))
            break;
    }
    r->trace.is_listening = true; /* also if the only thread waits: it may wake up for no reason, and go on */
    rf_trace_copy(&r->base_trace, &r->trace);
    return true;
}

static void clear_threads(rf_run *r)
{
    for (uint32_t i = 0; i < r->threads.size; i++)
        vec_clear(&r->threads.data[i].places);
    vec_clear(&r->threads);
}

void rf_run_clear(rf_run *r)
{
    machine_state_free(r->base);
    machine_state_free(r->state);
    rf_trace_clear(&r->base_trace);
    rf_trace_clear(&r->trace);
    rf_trace_clear(&r->probe);
    vec_clear(&r->base_choices);
    vec_clear(&r->choices);
    clear_threads(r);
    machine_result_clear(&r->result);
}

static rf_run_thread *thread_at(rf_run *r, uint32_t thread)
{
    if (r->threads.size <= thread)
        vec_resize(&r->threads, thread + 1);
    return &r->threads.data[thread];
}

static void begin(rf_run *r)
{
    machine_state_free(r->state);
    r->state = machine_state_copy(r->base);
    rf_trace_copy(&r->trace, &r->base_trace);
    r->choices.size = 0;
    vec_append(&r->choices, r->base_choices.data, r->base_choices.size);
    for (uint32_t i = 0; i < r->threads.size || i < r->base_trace.threads.size; i++) {
        rf_run_thread *thread = thread_at(r, i);
        thread->spins = false;
        thread->places.size = 0;
        thread->seen = rf_trace_length(&r->base_trace, i);
    }
    machine_result_clear(&r->result);
    r->was_cut = r->was_deadlock = false;
}

/* ---- choices ---- */

/* Blocks are tried out with other values later, in the state before them. */
static machine_state *state_before(const rf_run *r, uint32_t thread)
{
    ir_id pc = machine_next_pc(r->state, thread);
    if (pc == IR_NONE)
        return NULL;
    switch (machine_program(r->m)->code.data[pc].op) {
    case IR_RMW:
    case IR_CMPXCHG:
    case IR_ATOMIC_BEGIN:
    case IR_AWAIT:
        return machine_state_copy(r->state);
    default:
        return NULL;
    }
}

static uint64_t input_of(const rf_run *r, uint32_t thread)
{
    rf_id id = rf_make_id(thread, rf_trace_length(&r->trace, thread));
    for (uint32_t i = 0; r->inputs && i < r->inputs->size; i++)
        if (r->inputs->data[i].id == id)
            return r->inputs->data[i].value;
    return 0;
}

enum { WIDEST_INPUT = 8 };

static void take_with_value(rf_run *r, machine_choice *choice)
{
    uint32_t number = rf_trace_length(&r->trace, choice->thread);
    if (r->result.address)
        r->trace.problem = "memory that was never set is read";
    else if (r->result.width > WIDEST_INPUT)
        r->trace.problem = "inputs have too many values";
    choice->has_value = true;
    choice->value[0] = input_of(r, choice->thread);
    r->result = machine_take(r->m, r->state, choice);
    bool is_input = rf_trace_length(&r->trace, choice->thread) > number &&
                    rf_trace_node_of(&r->trace, rf_make_id(choice->thread, number))->is_input;
    if (!is_input && r->trace.problem == NULL)
        r->trace.problem = "allocations that may fail";
}

/* The number that the thread would have if threads were numbered as they begin. */
static uint16_t rank_of(const rf_run *r, uint32_t thread)
{
    const rf_trace *t = &r->trace;
    uint16_t rank = 0;
    for (uint32_t i = 0; thread > 0 && i < t->threads.size; i++) {
        rf_id start = t->threads.data[i].start, own = t->threads.data[thread].start;
        rank += start != RF_NONE && rf_trace_node_of(t, start) <= rf_trace_node_of(t, own);
    }
    return rank;
}

/* False if the execution is over. */
static bool take(rf_run *r, machine_choice choice)
{
    machine_state *before = choice.kind == MACHINE_COMMIT ? NULL : state_before(r, choice.thread);
    hash128 known = before ? machine_thread_hash(r->m, r->state, choice.thread) : (hash128){0};
    rf_trace_begin_choice(&r->trace, before, known);
    r->result = machine_take(r->m, r->state, &choice);
    if (r->result.end == MACHINE_NEEDS_VALUE)
        take_with_value(r, &choice);
    rf_trace_end_choice(&r->trace);
    if (choice.kind != MACHINE_COMMIT && r->on_step)
        r->on_step(r->context, choice.thread);
    choice.thread = rank_of(r, choice.thread);
    vec_push(&r->choices, choice);
    return r->result.end == MACHINE_OK && r->trace.problem == NULL;
}

static bool can(const rf_run *r, uint32_t thread, machine_choice_kind kind, machine_choice *choice)
{
    *choice = (machine_choice){.thread = (uint16_t)thread, .kind = (uint8_t)kind};
    return machine_choice_is_enabled(r->m, r->state, choice);
}

/* ---- spinning ---- */

static rf_run_place place_of(rf_run *r, uint32_t thread)
{
    return (rf_run_place){
        .pc = machine_next_pc(r->state, thread),
        .hash = machine_thread_hash(r->m, r->state, thread),
        .number = rf_trace_length(&r->trace, thread),
    };
}

static void note_place(rf_run *r, uint32_t thread)
{
    rf_run_thread *t = thread_at(r, thread);
    if (t->places.size == 0)
        vec_push(&t->places, place_of(r, thread));
}

static bool is_same_place(const rf_run_place *a, const rf_run_place *b)
{
    return a->pc == b->pc && memcmp(&a->hash, &b->hash, sizeof a->hash) == 0;
}

static void look_for_spin(rf_run *r, uint32_t thread, rf_run_thread *t)
{
    rf_run_place here = place_of(r, thread);
    uint32_t rounds = 0;
    for (uint32_t i = t->places.size; i-- > 0 && !t->spins && rounds < MOST_ROUNDS;)
        if (is_same_place(&t->places.data[i], &here)) {
            t->spins = rf_round_is_idle(r, thread, t->places.data[i].number);
            rounds++;
        }
    vec_push(&t->places, here);
}

static void note_step(rf_run *r, uint32_t thread)
{
    rf_run_thread *t = thread_at(r, thread);
    uint32_t length = rf_trace_length(&r->trace, thread);
    for (; t->seen < length; t->seen++) {
        const rf_node *node = rf_trace_node_of(&r->trace, rf_make_id(thread, t->seen));
        if (rf_round_cannot_have(&r->trace, node))
            t->places.size = 0;
    }
    t->spins = false;
    if (machine_status_of(r->state, thread) == MACHINE_RUNNING)
        look_for_spin(r, thread, t);
}

/* ---- steps ---- */

static bool take_step(rf_run *r, machine_choice choice)
{
    note_place(r, choice.thread);
    bool goes_on = take(r, choice);
    note_step(r, choice.thread);
    return goes_on;
}

static bool step(rf_run *r, uint32_t thread)
{
    machine_choice choice;
    if (!can(r, thread, MACHINE_STEP, &choice) && !can(r, thread, MACHINE_WAKE, &choice)) {
        r->trace.problem = "a plan that cannot be followed";
        return false;
    }
    return take_step(r, choice);
}

/* The machine has markers in its buffer, the trace has none. */
static bool commit(rf_run *r, uint32_t thread, uint32_t number)
{
    const rf_thread *t = &r->trace.threads.data[thread];
    uint32_t index = 0, place = 0;
    while (place < t->waiting.size && rf_number_of(r->trace.nodes.data[t->waiting.data[place]].id) != number)
        place++;
    if (place == t->waiting.size) {
        r->trace.problem = "a plan that cannot be followed";
        return false;
    }
    for (;; index++)
        if (!machine_waiting_at(r->state, thread, index).is_fence && place-- == 0)
            break;
    return take(r, (machine_choice){.thread = (uint16_t)thread, .kind = MACHINE_COMMIT, .index = index});
}

static bool follow(rf_run *r, const rf_points *plan)
{
    for (uint32_t i = 0; i < plan->size; i++) {
        uint32_t thread = rf_thread_of(plan->data[i].id), number = rf_number_of(plan->data[i].id);
        while (rf_trace_length(&r->trace, thread) <= number)
            if (!step(r, thread))
                return false;
        if (plan->data[i].is_to_memory && !commit(r, thread, number))
            return false;
    }
    return true;
}

static bool commit_all(rf_run *r)
{
    for (uint32_t i = 0; i < machine_thread_count(r->state); i++)
        while (machine_waiting_count(r->state, i) > 0)
            if (!take(r, (machine_choice){.thread = (uint16_t)i, .kind = MACHINE_COMMIT, .index = 0}))
                return false;
    return true;
}

/* ---- going on, in some way ---- */

bool rf_run_has_stopped(rf_run *r, uint32_t thread)
{
    if (thread_at(r, thread)->spins)
        return true;
    if (rf_trace_length(&r->trace, thread) < r->max_nodes)
        return false;
    r->was_cut |= machine_status_of(r->state, thread) == MACHINE_RUNNING;
    return true;
}

/* The first thread that can take a step, beginning with the one that took the last one. */
static bool find_step(rf_run *r, uint32_t *thread, machine_choice *choice)
{
    uint32_t count = machine_thread_count(r->state), first = *thread;
    for (uint32_t i = 0; i < count; i++) {
        *thread = (first + i) % count;
        if (can(r, *thread, MACHINE_STEP, choice) && !rf_run_has_stopped(r, *thread))
            return true;
    }
    return false;
}

static bool find_wake(rf_run *r, uint32_t *thread, machine_choice *choice)
{
    for (*thread = 0; *thread < machine_thread_count(r->state); ++*thread)
        if (can(r, *thread, MACHINE_WAKE, choice) && !rf_run_has_stopped(r, *thread))
            return true;
    *thread = 0;
    return false;
}

static void note_deadlock(rf_run *r)
{
    machine_choices choices = {0};
    bool progress, bounded;
    machine_choices_of(r->m, r->state, &choices, &progress, &bounded);
    r->was_deadlock |= !progress && machine_is_deadlock(r->state);
    vec_clear(&choices);
}

static bool extend(rf_run *r)
{
    machine_choice choice;
    uint32_t thread = r->first;
    for (;;) {
        if (!commit_all(r))
            return false;
        if (!find_step(r, &thread, &choice)) {
            note_deadlock(r);
            if (!find_wake(r, &thread, &choice))
                return true;
        }
        if (!take_step(r, choice))
            return false;
    }
}

static rf_fate fate_of(const rf_run *r, bool is_maximal)
{
    rf_fate fate = RF_LIMIT;
    if (!is_maximal)
        return is_over(r->result.end, &fate) ? fate : RF_LIMIT;
    if (machine_is_complete(r->state))
        return RF_COMPLETE;
    return r->was_deadlock ? RF_DEADLOCK : RF_BLOCKED;
}

rf_fate rf_run_execute(rf_run *r, const rf_points *plan, const rf_inputs *inputs)
{
    begin(r);
    r->inputs = inputs;
    bool is_maximal = follow(r, plan) && extend(r);
    rf_trace_note_threads(&r->trace, machine_thread_count(r->state));
    return fate_of(r, is_maximal);
}
