#include "machine/search.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "machine/exec.h"
#include "machine/hangs.h"
#include "machine/known.h"
#include "machine/visited.h"

enum {
    NARROW_BITS = 8,
    STATES_BETWEEN_WEIGHINGS = 256,
    LONGEST_STEP = 64,      /* choices in a large step */
    PATIENT_STATES = 20000, /* who has seen so many when a variable turns out not to be quiet tries no others */
};

/* How a state was reached; node 0 is the initial one. */
typedef struct node {
    uint32_t parent;
    uint16_t thread;
    uint8_t kind;
    bool has_value;
    uint32_t index;
    int64_t value;
} node;

typedef struct waiting {
    machine_state *state;
    uint32_t node;
} waiting;

struct search {
    machine *m;
    search_options options;
    visited visited;
    hangs hangs; /* if options.finds_hangs */
    bool was_looked_for_hangs;
    const machine_state *expanding; /* the state whose choices are tried */
    VEC(node) nodes;
    VEC(waiting) queue; /* oldest at `first` */
    uint32_t first;
    VEC(waiting) aside; /* a buffer was full */
    machine_choices choices;
    uint64_t transitions, expanded;
    uint32_t threads;     /* the most so far */
    uint64_t state_bytes; /* of the last state that was weighed */
    bool values_were_cut;
    char *problem;
};

/* ---- large steps ---- */

static machine_result take_one(search *s, machine_state *state, const machine_choice *choice, machine_choices *taken)
{
    if (taken)
        vec_push(taken, *choice);
    return machine_take(s->m, state, choice);
}

/* What else the thread does at once: only where variables are quiet. */
static machine_result finish_step(search *s, machine_state *state, uint32_t thread, machine_choices *taken)
{
    machine_result result = {.end = MACHINE_OK};
    machine_choice next;
    for (uint32_t i = 0; i < LONGEST_STEP && result.end == MACHINE_OK; i++) {
        if (!quiet_next(s->m, state, thread, &next))
            break;
        result = take_one(s, state, &next, taken);
    }
    assert(result.end != MACHINE_NEEDS_VALUE); /* globals are initialised */
    return result;
}

/* Makes the choice, and those that belong to it; appends all to `taken`, which may be NULL. */
static machine_result take(search *s, machine_state *state, const machine_choice *choice, machine_choices *taken)
{
    uint32_t threads = state->threads.size;
    if (s->m->options.quiet == NULL)
        return take_one(s, state, choice, taken);
    quiet_begin(s->m, state, choice);
    machine_result result = take_one(s, state, choice, taken);
    if (result.end == MACHINE_OK)
        result = finish_step(s, state, choice->thread, taken);
    for (uint32_t t = threads; t < state->threads.size && result.end == MACHINE_OK; t++)
        result = finish_step(s, state, t, taken);
    return result;
}

/* ---- schedules ---- */

static machine_choice choice_of(const node *n)
{
    return (machine_choice){
        .thread = n->thread,
        .kind = n->kind,
        .has_value = n->has_value,
        .index = n->index,
        .value = {(uint64_t)n->value, n->value < 0 ? UINT64_MAX : 0},
    };
}

/* Not for the budget to stop: half a schedule leads nowhere, and all of it was paid for once. */
machine_choices search_schedule(search *s, search_place at)
{
    machine_choices reversed = {0}, schedule = {0};
    budget *limits = s->m->options.budget;
    s->m->options.budget = NULL;
    if (at.choice)
        vec_push(&reversed, *at.choice);
    for (uint32_t n = at.from; n != 0; n = s->nodes.data[n].parent)
        vec_push(&reversed, choice_of(&s->nodes.data[n]));
    machine_state *state = machine_start(s->m);
    while (reversed.size > 0) {
        machine_choice choice = vec_pop(&reversed);
        machine_result result = take(s, state, &choice, &schedule);
        machine_result_clear(&result);
    }
    machine_state_free(state);
    vec_clear(&reversed);
    s->m->options.budget = limits;
    return schedule;
}

/* ---- states ---- */

static void stop(search *s, const char *why)
{
    if (s->problem == NULL)
        s->problem = alloc_string(why);
}

static void check_limit(search *s)
{
    if (s->options.max_states == 0 || s->visited.count < s->options.max_states)
        return;
    strbuf text = {0};
    strbuf_addf(&text, "the limit of %llu states is reached", (unsigned long long)s->options.max_states);
    stop(s, strbuf_text(&text));
    strbuf_clear(&text);
}

/* Is it a new one? Notes what leads to it. */
static bool note_state(search *s, machine_state *state, search_place at)
{
    if (!s->options.finds_hangs)
        return visited_add(&s->visited, machine_state_hash(state));
    uint32_t number = visited_number(&s->visited, machine_state_hash(state), s->nodes.size);
    if (s->expanding && !hangs_is_spurious(s->m, s->expanding, at.choice))
        hangs_note_step(&s->hangs, at.from, s->expanding, number, state);
    return number == s->nodes.size;
}

static void add_state(search *s, machine_state *state, search_place at)
{
    if (!note_state(s, state, at)) {
        machine_state_free(state);
        return;
    }
    node n = {
        .parent = at.from,
        .thread = at.choice->thread,
        .kind = at.choice->kind,
        .has_value = at.choice->has_value,
        .index = at.choice->index,
        .value = (int64_t)at.choice->value[0],
    };
    if (s->threads < machine_thread_count(state))
        s->threads = machine_thread_count(state);
    vec_push(&s->nodes, n);
    vec_push(&s->queue, (waiting){state, s->nodes.size - 1});
    check_limit(s);
}

/* Moves what is waiting to the front once half of the queue is behind it: O(1) amortised. */
static waiting take_first(search *s)
{
    waiting next = s->queue.data[s->first++];
    if (s->first > s->queue.size / 2) {
        uint32_t left = s->queue.size - s->first;
        memmove(s->queue.data, s->queue.data + s->first, left * sizeof *s->queue.data);
        s->queue.size = left;
        s->first = 0;
    }
    return next;
}

/* ---- what can happen next ---- */

static void try_choice(search *s, const machine_state *state, uint32_t from, machine_choice choice);

/* Has it shown that a variable is not quiet? */
static bool is_contended(const search *s)
{
    return s->m->options.quiet && s->m->options.quiet->contended != IR_NONE;
}

/* Does the range have every value of so many bits, as a signed or as an unsigned number? */
static bool covers(int64_t low, int64_t high, uint8_t width)
{
    return width < IR_SLOT_BITS && (uint64_t)high - (uint64_t)low >= ir_mask(width);
}

static void try_values(search *s, const machine_state *state, uint32_t from, machine_choice choice, uint8_t width)
{
    int64_t low = 0, high = width > NARROW_BITS ? 0 : (INT64_C(1) << width) - 1;
    if (width > NARROW_BITS && s->options.only_few_values) {
        stop(s, "an input has too many values");
        return;
    }
    if (width > NARROW_BITS) {
        low = s->options.nondet_low;
        high = s->options.nondet_high;
        s->values_were_cut |= !s->options.nondet_is_given && !covers(low, high, width);
    }
    choice.has_value = true;
    for (int64_t value = low; value <= high && s->problem == NULL && !is_contended(s); value++) {
        choice.value[0] = (uint64_t)value;
        choice.value[1] = value < 0 ? UINT64_MAX : 0;
        try_choice(s, state, from, choice);
    }
}

static void tell(search *s, void (*listens)(void *, search *, search_place, machine_result *), search_place at,
                 machine_result *result)
{
    if (listens)
        listens(s->options.listener.context, s, at, result);
    else
        machine_result_clear(result);
}

static void try_choice(search *s, const machine_state *state, uint32_t from, machine_choice choice)
{
    machine_state *copy = machine_state_copy(state);
    machine_result result = take(s, copy, &choice, NULL);
    search_place at = {from, &choice};
    s->transitions++;
    switch (result.end) {
    case MACHINE_OK:
        add_state(s, copy, at);
        return;
    case MACHINE_VIOLATION:
        if (s->options.finds_hangs)
            hangs_note_fine(&s->hangs, from);
        if (result.thread != IR_NONE)
            machine_undo_block(copy, result.thread);
        tell(s, s->options.listener.on_violation, at, &result);
        add_state(s, copy, at);
        return;
    case MACHINE_NEEDS_VALUE:
        machine_state_free(copy);
        try_values(s, state, from, choice, result.width);
        return;
    case MACHINE_UNSUPPORTED:
        if (s->options.finds_hangs)
            hangs_note_fine(&s->hangs, from);
        tell(s, s->options.listener.on_unsupported, at, &result);
        break;
    case MACHINE_LIMIT:
        stop(s, result.message);
        machine_result_clear(&result);
        break;
    case MACHINE_NOT_ENABLED:
        assert(!"choices_of gives only choices that are possible");
        break;
    }
    machine_state_free(copy);
}

static void expand(search *s, waiting w)
{
    bool progress, is_bounded;
    s->choices.size = 0;
    machine_choices_of(s->m, w.state, &s->choices, &progress, &is_bounded);
    if (s->options.finds_hangs)
        hangs_note_state(&s->hangs, w.node, w.state, progress);
    s->expanding = w.state;
    if (!progress && s->options.listener.on_end)
        s->options.listener.on_end(s->options.listener.context, s, (search_place){w.node, NULL}, w.state);
    for (uint32_t i = 0; i < s->choices.size && s->problem == NULL && !is_contended(s); i++)
        try_choice(s, w.state, w.node, s->choices.data[i]);
    if (s->expanded++ % STATES_BETWEEN_WEIGHINGS == 0)
        s->state_bytes = machine_state_bytes(w.state);
    if (is_bounded)
        vec_push(&s->aside, w);
    else
        machine_state_free(w.state);
}

/* What was put aside goes on, with buffers twice as large. States that it led to before are not visited again. */
static void grow_buffers(search *s)
{
    s->m->options.buffer_bound *= 2;
    vec_append(&s->queue, s->aside.data, s->aside.size);
    s->aside.size = 0;
}

/* ---- the whole ---- */

static void begin(search *s)
{
    machine_state *first = machine_start(s->m);
    if (s->options.finds_hangs)
        visited_number(&s->visited, machine_state_hash(first), 0);
    else
        visited_add(&s->visited, machine_state_hash(first));
    vec_push(&s->nodes, (node){0});
    vec_push(&s->queue, (waiting){first, 0});
}

static void forget_states(search *s)
{
    for (uint32_t i = s->first; i < s->queue.size; i++)
        machine_state_free(s->queue.data[i].state);
    for (uint32_t i = 0; i < s->aside.size; i++)
        machine_state_free(s->aside.data[i].state);
    vec_clear(&s->queue);
    vec_clear(&s->aside);
    vec_clear(&s->nodes);
    visited_clear(&s->visited);
    hangs_clear(&s->hangs);
    s->first = 0;
}

static void begin_again(search *s)
{
    quiet_give_up(s->m->options.quiet, s->visited.count > PATIENT_STATES);
    forget_states(s);
    begin(s);
}

search *search_new(machine *m, const search_options *options)
{
    search *s = alloc_zeroed(1, sizeof *s);
    s->m = m;
    s->options = *options;
    begin(s);
    return s;
}

void search_free(search *s)
{
    if (s == NULL)
        return;
    forget_states(s);
    vec_clear(&s->choices);
    free(s->problem);
    free(s);
}

static machine_result describe_hang(search *s, search_place at)
{
    machine_choices schedule = search_schedule(s, at);
    machine_state *state = machine_start(s->m);
    for (uint32_t i = 0; i < schedule.size; i++) {
        machine_result result = machine_take(s->m, state, &schedule.data[i]);
        machine_result_clear(&result);
    }
    machine_result result = hangs_describe(s->m, state);
    machine_state_free(state);
    vec_clear(&schedule);
    return result;
}

/* All states are known. What leads to a hang that is known may lead to others, but that one itself does not. */
static void look_for_hang(search *s)
{
    bool is_over = !s->options.finds_hangs || s->was_looked_for_hangs || s->problem || s->aside.size > 0;
    while (!is_over) {
        s->was_looked_for_hangs = true;
        search_place at = {hangs_find(&s->hangs), NULL};
        if (at.from == IR_NONE)
            return;
        machine_result result = describe_hang(s, at);
        is_over = !known_has(s->m->program, s->m->options.known, known_of(&result));
        if (is_over) {
            tell(s, s->options.listener.on_violation, at, &result);
        } else {
            hangs_note_fine(&s->hangs, at.from);
            machine_result_clear(&result);
        }
    }
}

bool search_advance(search *s)
{
    if (s->first == s->queue.size && s->aside.size > 0 && s->options.may_grow_buffers)
        grow_buffers(s);
    if (s->problem || s->first == s->queue.size) {
        look_for_hang(s);
        return false;
    }
    expand(s, take_first(s));
    if (is_contended(s))
        begin_again(s);
    return true;
}

const char *search_problem(const search *s)
{
    return s->problem;
}

search_counts search_count(const search *s)
{
    return (search_counts){
        .states = s->visited.count,
        .transitions = s->transitions,
        .waiting = s->queue.size - s->first,
        .waiting_bytes = (s->queue.size - s->first) * s->state_bytes,
        .threads = s->threads,
        .largest_buffer = s->m->options.buffer_bound,
        .buffers_were_cut = s->aside.size > 0,
        .values_were_cut = s->values_were_cut,
    };
}

uint64_t search_bytes(const search *s)
{
    uint64_t states = s->queue.size - s->first + s->aside.size;
    return states * (s->state_bytes + sizeof(waiting)) + s->nodes.capacity * sizeof(node) +
           s->visited.capacity * (sizeof(hash128) + (s->visited.numbers ? sizeof(uint32_t) : 0)) +
           s->hangs.edges.capacity * sizeof(hangs_edge);
}
