#include "machine/hangs.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "machine/exec.h"
#include "machine/known.h"
#include "machine/visited.h"

enum {
    NARROW_BITS = 8,
    ROUNDS = 10000, /* instructions: so many without a visible end are rounds of a loop */
};

void hangs_clear(hangs *h)
{
    vec_clear(&h->edges);
    vec_clear(&h->is_fine);
}

bool hangs_is_spurious(const machine *m, const machine_state *state, const machine_choice *choice)
{
    if (choice->kind != MACHINE_WAKE)
        return false;
    const ir_instruction *in = step_pending(m, state->threads.data[choice->thread]);
    return sync_await_mode(state, choice->thread, in) == IR_WAIT_SPURIOUS;
}

/* ---- noting ---- */

static uint8_t *fine_at(hangs *h, uint32_t number)
{
    if (h->is_fine.size <= number)
        vec_resize(&h->is_fine, number + 1);
    return &h->is_fine.data[number];
}

void hangs_note_fine(hangs *h, uint32_t number)
{
    *fine_at(h, number) = true;
}

static bool has_stopped(const machine_state *state)
{
    for (uint32_t t = 0; t < machine_thread_count(state); t++) {
        machine_thread_status status = machine_status_of(state, t);
        if (status != MACHINE_RUNNING && status != MACHINE_FINISHED)
            return true;
    }
    return false;
}

/* In an atomic block nobody else can go on, whatever they could do before it. */
static bool is_fine_by_itself(const machine_state *state, bool progress)
{
    return !progress || has_stopped(state);
}

void hangs_note_state(hangs *h, uint32_t number, const machine_state *state, bool progress)
{
    uint8_t *fine = fine_at(h, number);
    *fine |= is_fine_by_itself(state, progress);
}

static uint32_t count_running(const machine_state *state)
{
    uint32_t running = 0;
    for (uint32_t t = 0; t < machine_thread_count(state); t++)
        running += machine_status_of(state, t) == MACHINE_RUNNING;
    return running;
}

/* By one choice threads may start and end at once. */
static bool is_end(const machine_state *before, const machine_state *after)
{
    uint32_t started = machine_thread_count(after) - machine_thread_count(before);
    return count_running(after) != count_running(before) + started;
}

void hangs_note_step(hangs *h, uint32_t from, const machine_state *before, uint32_t to, const machine_state *after)
{
    if (is_end(before, after))
        hangs_note_fine(h, from);
    else
        vec_push(&h->edges, (hangs_edge){from, to});
}

/* ---- the search for one ---- */

static int compare_targets(const void *a, const void *b)
{
    const hangs_edge *x = a, *y = b;
    return (x->to > y->to) - (x->to < y->to);
}

/* first[n] .. first[n + 1]: the edges to n. */
static uint32_t *index_targets(hangs *h)
{
    uint32_t states = h->is_fine.size, *first = alloc_zeroed(states + 1, sizeof *first);
    if (h->edges.size > 0)
        qsort(h->edges.data, h->edges.size, sizeof *h->edges.data, compare_targets);
    for (uint32_t i = 0; i < h->edges.size; i++)
        first[h->edges.data[i].to + 1]++;
    for (uint32_t n = 0; n < states; n++)
        first[n + 1] += first[n];
    return first;
}

static void turn_round(hangs *h)
{
    for (uint32_t i = 0; i < h->edges.size; i++)
        h->edges.data[i] = (hangs_edge){h->edges.data[i].to, h->edges.data[i].from};
}

static void spread_fine(hangs *h, const uint32_t *first)
{
    VEC(uint32_t) work = {0};
    for (uint32_t n = 0; n < h->is_fine.size; n++)
        if (h->is_fine.data[n])
            vec_push(&work, n);
    while (work.size > 0) {
        uint32_t n = vec_pop(&work);
        for (uint32_t i = first[n]; i < first[n + 1]; i++) {
            uint32_t from = h->edges.data[i].from;
            if (!h->is_fine.data[from])
                vec_push(&work, from);
            h->is_fine.data[from] = true;
        }
    }
    vec_clear(&work);
}

/* Tarjan's algorithm, up to the first component that it completes, out of which nothing leads. */
typedef struct components {
    const hangs *h;
    const uint32_t *first; /* of edges, which are turned round: from `to` to `from` */
    uint32_t *order, *low, *next;
    uint32_t count;
    VEC(uint32_t) path, open;
} components;

static void enter(components *c, uint32_t n)
{
    c->order[n] = c->low[n] = ++c->count;
    c->next[n] = c->first[n];
    vec_push(&c->path, n);
    vec_push(&c->open, n);
}

static void lower(uint32_t *low, uint32_t other)
{
    if (*low > other)
        *low = other;
}

/* The first state of the component that is complete; IR_NONE: none is. */
static uint32_t advance(components *c)
{
    uint32_t n = *vec_last(&c->path);
    if (c->next[n] < c->first[n + 1]) {
        uint32_t to = c->h->edges.data[c->next[n]++].from;
        if (c->order[to] == 0)
            enter(c, to);
        else
            lower(&c->low[n], c->order[to]);
        return IR_NONE;
    }
    c->path.size--;
    if (c->low[n] < c->order[n]) {
        lower(&c->low[*vec_last(&c->path)], c->low[n]);
        return IR_NONE;
    }
    uint32_t least = n;
    for (uint32_t i = c->open.size; i > 0 && c->open.data[i - 1] != n; i--)
        lower(&least, c->open.data[i - 1]);
    return least;
}

/* From a state that hangs to one that comes back to itself, whatever is done: there the loops have begun. */
static uint32_t settle(hangs *h, uint32_t start)
{
    uint32_t states = h->is_fine.size, found = IR_NONE;
    turn_round(h);
    uint32_t *first = index_targets(h);
    components c = {
        .h = h,
        .first = first,
        .order = alloc_zeroed(states, sizeof *c.order),
        .low = alloc_zeroed(states, sizeof *c.low),
        .next = alloc_zeroed(states, sizeof *c.next),
    };
    enter(&c, start);
    while (found == IR_NONE)
        found = advance(&c);
    free(c.order);
    free(c.low);
    free(c.next);
    vec_clear(&c.path);
    vec_clear(&c.open);
    free(first);
    turn_round(h);
    return found;
}

uint32_t hangs_find(hangs *h)
{
    uint32_t *first = index_targets(h), found = IR_NONE;
    spread_fine(h, first);
    for (uint32_t n = 0; n < h->is_fine.size && found == IR_NONE; n++)
        if (!h->is_fine.data[n])
            found = n;
    free(first);
    return found == IR_NONE ? IR_NONE : settle(h, found);
}

/* ---- one state ---- */

typedef struct looker {
    machine *m;
    visited seen;
    VEC(machine_state *) waiting;
    bool is_fine;
} looker;

static void add(looker *l, machine_state *state)
{
    if (visited_add(&l->seen, machine_state_hash(state)))
        vec_push(&l->waiting, state);
    else
        machine_state_free(state);
}

static void look_behind(looker *l, const machine_state *state, machine_choice choice)
{
    machine_state *after = machine_state_copy(state);
    machine_result result = machine_take(l->m, after, &choice);
    if (result.end == MACHINE_NEEDS_VALUE && result.width <= NARROW_BITS && !choice.has_value) {
        choice.has_value = true;
        for (uint64_t value = 0; value <= ir_mask(result.width) && !l->is_fine; value++) {
            choice.value[0] = value;
            look_behind(l, state, choice);
        }
        machine_state_free(after);
    } else if (result.end != MACHINE_OK || is_end(state, after)) {
        l->is_fine = true;
        machine_state_free(after);
    } else {
        add(l, after);
    }
    machine_result_clear(&result);
}

static void look(looker *l, const machine_state *state)
{
    machine_choices choices = {0};
    bool progress, is_bounded;
    machine_choices_of(l->m, state, &choices, &progress, &is_bounded);
    l->is_fine |= is_fine_by_itself(state, progress);
    for (uint32_t i = 0; i < choices.size && !l->is_fine; i++)
        if (!hangs_is_spurious(l->m, state, &choices.data[i]))
            look_behind(l, state, choices.data[i]);
    vec_clear(&choices);
}

bool hangs_is_one(machine *m, const machine_state *state, uint64_t max_states)
{
    looker l = {.m = m};
    add(&l, machine_state_copy(state));
    while (l.waiting.size > 0 && !l.is_fine) {
        machine_state *next = vec_pop(&l.waiting);
        look(&l, next);
        machine_state_free(next);
        l.is_fine |= max_states && l.seen.count > max_states;
    }
    for (uint32_t i = 0; i < l.waiting.size; i++)
        machine_state_free(l.waiting.data[i]);
    vec_clear(&l.waiting);
    visited_clear(&l.seen);
    return !l.is_fine;
}

static void describe_thread(const machine *m, const machine_state *state, uint32_t thread, strbuf *out)
{
    const machine_choice step = {.thread = (uint16_t)thread, .kind = MACHINE_STEP};
    if (!machine_choice_is_enabled(m, state, &step)) {
        machine_describe_wait(m, state, thread, out);
        return;
    }
    machine_describe_thread(m, state, thread, out);
    strbuf_add(out, " is in a loop at ");
    ir_print_location(m->program, m->program->code.data[machine_user_pc(m, state, thread)].location, out);
}

machine_result hangs_describe(const machine *m, const machine_state *state)
{
    strbuf text = {0};
    const char *separator = "no thread can ever end: ";
    for (uint32_t t = 0; t < machine_thread_count(state); t++)
        if (machine_status_of(state, t) == MACHINE_RUNNING) {
            strbuf_add(&text, separator);
            describe_thread(m, state, t, &text);
            separator = "; ";
        }
    return (machine_result){
        .end = MACHINE_VIOLATION,
        .violated = PROPERTY_LIVENESS,
        .thread = IR_NONE,
        .pc = IR_NONE,
        .user_pc = IR_NONE,
        .lines = known_lines(m, state),
        .message = strbuf_take(&text),
    };
}

machine_result hangs_confirm(machine *m, machine_choices *schedule, uint64_t max_states)
{
    machine_state *state = machine_start(m), *before = NULL;
    machine_result result = {.end = MACHINE_OK};
    uint64_t instructions = 0;
    for (uint32_t i = 0; i < schedule->size && result.end == MACHINE_OK; i++) {
        machine_state_free(before);
        before = machine_state_copy(state);
        instructions = machine_instruction_count(m);
        result = machine_take(m, state, &schedule->data[i]);
    }
    bool is_long = machine_instruction_count(m) - instructions > ROUNDS;
    if (result.end == MACHINE_OK && hangs_is_one(m, state, max_states)) {
        result = hangs_describe(m, state);
        if (before && is_long && hangs_is_one(m, before, max_states))
            schedule->size--;
    }
    machine_state_free(before);
    machine_state_free(state);
    return result;
}
