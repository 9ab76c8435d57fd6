#include "machine/outcomes.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "machine/schedule.h"

enum { NARROW_BITS = 8, STATES_BETWEEN_LOOKS = 4096, FIRST_TABLE = 1024 };

/* How a state was reached; state 0 is the initial one. */
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

typedef VEC(waiting) waiting_list;

typedef struct search {
    machine *m;
    const outcomes_options *options;
    outcomes_result *r;
    hash128 *table; /* open addressing; all zero is empty (a state's hash is never that, as good as surely) */
    uint64_t table_size;
    VEC(node) nodes;
    waiting_list now, next; /* this level of the search, and the one after it */
    machine_choices choices;
    double started;
    bool is_over;
} search;

/* ---- visited states ---- */

static bool is_empty(const hash128 *h)
{
    return h->a == 0 && h->b == 0;
}

static hash128 *slot_of(hash128 *table, uint64_t size, hash128 h)
{
    uint64_t i = h.a & (size - 1);
    while (!is_empty(&table[i]) && (table[i].a != h.a || table[i].b != h.b))
        i = (i + 1) & (size - 1);
    return &table[i];
}

static void grow_table(search *s)
{
    uint64_t size = s->table_size ? s->table_size * 2 : FIRST_TABLE;
    hash128 *table = alloc_zeroed(size, sizeof *table);
    for (uint64_t i = 0; i < s->table_size; i++)
        if (!is_empty(&s->table[i]))
            *slot_of(table, size, s->table[i]) = s->table[i];
    free(s->table);
    s->table = table;
    s->table_size = size;
}

/* True if the state was not there. */
static bool visit(search *s, hash128 h)
{
    if (s->r->states * 2 >= s->table_size)
        grow_table(s);
    hash128 *slot = slot_of(s->table, s->table_size, h);
    if (!is_empty(slot))
        return false;
    *slot = h;
    s->r->states++;
    return true;
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

/* The choices from the initial state to node `at`, and then `last` if not NULL. */
static machine_choices schedule_to(const search *s, uint32_t at, const machine_choice *last)
{
    machine_choices reversed = {0}, schedule = {0};
    if (last)
        vec_push(&reversed, *last);
    for (; at != 0; at = s->nodes.data[at].parent)
        vec_push(&reversed, choice_of(&s->nodes.data[at]));
    while (reversed.size > 0)
        vec_push(&schedule, vec_pop(&reversed));
    vec_clear(&reversed);
    return schedule;
}

/* ---- results ---- */

static void note_violation(search *s, uint32_t from, const machine_choice *choice, machine_result *result)
{
    for (uint32_t i = 0; i < s->r->violations.size; i++) {
        const machine_result *known = &s->r->violations.data[i].result;
        if (known->user_pc == result->user_pc && strcmp(known->message, result->message) == 0) {
            machine_result_clear(result);
            return;
        }
    }
    vec_push(&s->r->violations, (outcomes_violation){*result, schedule_to(s, from, choice)});
}

static void note_final(search *s, const machine_state *state)
{
    s->r->complete++;
    if (s->options->place_count == 0)
        return;
    strbuf line = {0};
    for (uint32_t i = 0; i < s->options->place_count; i++) {
        const outcomes_place *place = &s->options->places[i];
        uint64_t value;
        machine_peek(state, place->address, place->size, &value);
        strbuf_addf(&line, "%s%s=", i ? " " : "", place->name);
        machine_describe_value(s->m, state, place->type, place->size, value, &line);
    }
    for (uint32_t i = 0; i < s->r->finals.size; i++)
        if (strcmp(s->r->finals.data[i], strbuf_text(&line)) == 0) {
            strbuf_clear(&line);
            return;
        }
    vec_push(&s->r->finals, strbuf_take(&line));
}

static void note_deadlock(search *s, const machine_state *state, uint32_t at)
{
    strbuf text = {0};
    for (uint32_t t = 0; t < machine_thread_count(state); t++)
        if (machine_status_of(state, t) == MACHINE_RUNNING) {
            strbuf_add(&text, text.size ? "; " : "");
            machine_describe_wait(s->m, state, t, &text);
        }
    for (uint32_t i = 0; i < s->r->deadlocks.size; i++)
        if (strcmp(s->r->deadlocks.data[i], strbuf_text(&text)) == 0) {
            strbuf_clear(&text);
            return;
        }
    vec_push(&s->r->deadlocks, strbuf_take(&text));
    vec_push(&s->r->deadlock_schedules, schedule_to(s, at, NULL));
}

static void note_end(search *s, const machine_state *state, uint32_t at)
{
    if (machine_is_complete(state)) {
        note_final(s, state);
        return;
    }
    s->r->blocked++;
    if (machine_is_deadlock(state))
        note_deadlock(s, state, at);
}

static void run_out(search *s, const char *what)
{
    if (s->is_over)
        return;
    s->is_over = true;
    if (s->r->end != OUTCOMES_UNSUPPORTED)
        s->r->end = OUTCOMES_LIMIT;
    s->r->message = alloc_string(what);
}

/* ---- the search ---- */

static void add_state(search *s, machine_state *state, uint32_t from, const machine_choice *choice)
{
    if (!visit(s, machine_state_hash(state))) {
        machine_state_free(state);
        return;
    }
    node n = {
        .parent = from,
        .thread = choice->thread,
        .kind = choice->kind,
        .has_value = choice->has_value,
        .index = choice->index,
        .value = (int64_t)choice->value[0],
    };
    vec_push(&s->nodes, n);
    vec_push(&s->next, (waiting){state, s->nodes.size - 1});
    if (s->r->states >= s->options->max_states) {
        strbuf text = {0};
        strbuf_addf(&text, "the limit of %llu states is reached", (unsigned long long)s->options->max_states);
        run_out(s, strbuf_text(&text));
        strbuf_clear(&text);
    }
}

static void try_choice(search *s, const machine_state *state, uint32_t from, machine_choice choice);

/* Does the range have every value of so many bits, as a signed or as an unsigned number? */
static bool covers(int64_t low, int64_t high, uint8_t width)
{
    return width < IR_SLOT_BITS && (uint64_t)high - (uint64_t)low >= ir_mask(width);
}

static void try_values(search *s, const machine_state *state, uint32_t from, machine_choice choice, uint8_t width)
{
    int64_t low = 0, high = width > NARROW_BITS ? 0 : (INT64_C(1) << width) - 1;
    if (width > NARROW_BITS) {
        low = s->options->nondet_low;
        high = s->options->nondet_high;
        s->r->values_were_cut |= !s->options->nondet_is_given && !covers(low, high, width);
    }
    choice.has_value = true;
    for (int64_t value = low; value <= high && !s->is_over; value++) {
        choice.value[0] = (uint64_t)value;
        choice.value[1] = value < 0 ? UINT64_MAX : 0;
        try_choice(s, state, from, choice);
    }
}

/* The first one is told; what other threads do instead may still violate the property. */
static void note_unsupported(search *s, machine_result *result)
{
    if (s->r->end == OUTCOMES_UNSUPPORTED) {
        machine_result_clear(result);
        return;
    }
    s->r->end = OUTCOMES_UNSUPPORTED;
    s->r->stop = *result;
}

static void try_choice(search *s, const machine_state *state, uint32_t from, machine_choice choice)
{
    machine_state *copy = machine_state_copy(state);
    machine_result result = machine_take(s->m, copy, &choice);
    s->r->transitions++;
    switch (result.end) {
    case MACHINE_OK:
        add_state(s, copy, from, &choice);
        return;
    case MACHINE_VIOLATION:
        machine_undo_block(copy, result.thread);
        note_violation(s, from, &choice, &result);
        add_state(s, copy, from, &choice);
        return;
    case MACHINE_NEEDS_VALUE:
        machine_state_free(copy);
        try_values(s, state, from, choice, result.width);
        return;
    case MACHINE_UNSUPPORTED:
        note_unsupported(s, &result);
        break;
    case MACHINE_LIMIT:
        run_out(s, result.message);
        machine_result_clear(&result);
        break;
    case MACHINE_NOT_ENABLED:
        assert(!"choices_of gives only choices that are possible");
        break;
    }
    machine_state_free(copy);
}

static void expand(search *s, const machine_state *state, uint32_t at)
{
    bool progress, is_bounded;
    s->choices.size = 0;
    machine_choices_of(s->m, state, &s->choices, &progress, &is_bounded);
    s->r->buffers_were_cut |= is_bounded;
    if (!progress)
        note_end(s, state, at);
    for (uint32_t i = 0; i < s->choices.size && !s->is_over; i++)
        try_choice(s, state, at, s->choices.data[i]);
}

static void watch_limits(search *s, uint64_t expanded)
{
    if (s->options->interrupt && *s->options->interrupt)
        run_out(s, "interrupted");
    if (s->options->timeout > 0 && clock_wall_seconds() - s->started > s->options->timeout)
        run_out(s, "the time is over");
    if (expanded % STATES_BETWEEN_LOOKS)
        return;
    if (s->options->max_memory > 0 && clock_peak_bytes() > s->options->max_memory)
        run_out(s, "the memory is used up (see --memory)");
    if (s->options->on_progress)
        s->options->on_progress(s->options->context, s->r->states, s->next.size + s->now.size);
}

static void explore(search *s)
{
    uint64_t expanded = 0;
    while (s->next.size > 0 && !s->is_over) {
        waiting_list level = s->next;
        s->next = s->now;
        s->next.size = 0;
        s->now = level;
        uint32_t i = 0;
        for (; i < level.size && !s->is_over; i++) {
            expand(s, level.data[i].state, level.data[i].node);
            machine_state_free(level.data[i].state);
            watch_limits(s, ++expanded);
        }
        for (; i < level.size; i++)
            machine_state_free(level.data[i].state);
        s->now.size = 0;
    }
    for (uint32_t i = 0; i < s->next.size; i++)
        machine_state_free(s->next.data[i].state);
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

outcomes_result outcomes_explore(machine *m, const outcomes_options *options)
{
    outcomes_result r = {0};
    search s = {.m = m, .options = options, .r = &r, .started = clock_wall_seconds()};
    machine_state *first = machine_start(m);
    visit(&s, machine_state_hash(first));
    vec_push(&s.nodes, (node){0});
    vec_push(&s.next, (waiting){first, 0});
    explore(&s);
    if (r.end == OUTCOMES_ALL && (r.buffers_were_cut || r.values_were_cut))
        r.end = OUTCOMES_PARTIAL;
    if (r.finals.size > 0)
        qsort(r.finals.data, r.finals.size, sizeof *r.finals.data, compare_lines);
    vec_clear(&s.now);
    vec_clear(&s.next);
    vec_clear(&s.nodes);
    vec_clear(&s.choices);
    free(s.table);
    return r;
}

void outcomes_result_clear(outcomes_result *r)
{
    for (uint32_t i = 0; i < r->finals.size; i++)
        free(r->finals.data[i]);
    for (uint32_t i = 0; i < r->deadlocks.size; i++) {
        free(r->deadlocks.data[i]);
        vec_clear(&r->deadlock_schedules.data[i]);
    }
    for (uint32_t i = 0; i < r->violations.size; i++) {
        machine_result_clear(&r->violations.data[i].result);
        vec_clear(&r->violations.data[i].schedule);
    }
    vec_clear(&r->finals);
    vec_clear(&r->deadlocks);
    vec_clear(&r->deadlock_schedules);
    vec_clear(&r->violations);
    machine_result_clear(&r->stop);
    free(r->message);
    *r = (outcomes_result){0};
}

/* ---- places and schedules ---- */

static bool add_place(const ir_program *program, const char *name, outcomes_places *places, diag *d)
{
    ir_id global, type;
    uint64_t offset, size;
    if (!ir_find_place(program, name, &global, &offset, &size, &type, d))
        return false;
    if (size > sizeof(uint64_t))
        return diag_fail(d, STATUS_BAD_INPUT, "cannot observe all %llu bytes of `%s`: name one of its members",
                         (unsigned long long)size, name);
    vec_push(&places->names, alloc_string(name));
    outcomes_place place = {
        .name = *vec_last(&places->names),
        .address = ir_pointer(program->layout, (uint64_t)global + 1, offset),
        .size = (uint8_t)size,
        .type = type,
    };
    vec_push(&places->list, place);
    return true;
}

bool outcomes_find_places(const ir_program *program, const char *names, outcomes_places *places, diag *d)
{
    char *rest = alloc_string(names);
    bool ok = true;
    for (char *at = rest, *next; at && ok; at = next) {
        next = strchr(at, ',');
        if (next)
            *next++ = '\0';
        ok = add_place(program, at, places, d);
    }
    free(rest);
    return ok;
}

void outcomes_places_clear(outcomes_places *places)
{
    for (uint32_t i = 0; i < places->names.size; i++)
        free(places->names.data[i]);
    vec_clear(&places->names);
    vec_clear(&places->list);
}

void outcomes_print_schedule(machine *m, const machine_choices *choices, strbuf *out)
{
    machine_state *state = machine_start(m);
    schedule_print_header(machine_model_of(m), out);
    for (uint32_t i = 0; i < choices->size; i++) {
        schedule_print_choice(m, state, &choices->data[i], out);
        machine_result result = machine_take(m, state, &choices->data[i]);
        machine_result_clear(&result);
    }
    machine_state_free(state);
}
