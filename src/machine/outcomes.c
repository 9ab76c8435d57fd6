#include "machine/outcomes.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "machine/schedule.h"
#include "machine/search.h"

enum { STATES_BETWEEN_LOOKS = 4096 };

/* An exploration that goes on. */
typedef struct exploration {
    machine *m;
    const outcomes_options *options;
    outcomes_result *r;
    double started;
} exploration;

/* ---- results ---- */

static void note_violation(void *context, search *s, search_place at, machine_result *result)
{
    outcomes_result *r = ((exploration *)context)->r;
    for (uint32_t i = 0; i < r->violations.size; i++) {
        const machine_result *known = &r->violations.data[i].result;
        if (known->user_pc == result->user_pc && strcmp(known->message, result->message) == 0) {
            machine_result_clear(result);
            return;
        }
    }
    vec_push(&r->violations, (outcomes_violation){*result, search_schedule(s, at)});
}

/* The first one is told; what other threads do instead may still violate the property. */
static void note_unsupported(void *context, search *s, search_place at, machine_result *result)
{
    outcomes_result *r = ((exploration *)context)->r;
    (void)s, (void)at;
    if (r->end == OUTCOMES_UNSUPPORTED) {
        machine_result_clear(result);
        return;
    }
    r->end = OUTCOMES_UNSUPPORTED;
    r->stop = *result;
}

static bool is_known(char *const *lines, uint32_t count, const char *line)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(lines[i], line) == 0)
            return true;
    return false;
}

static void tell_final(const exploration *e, const machine_state *state)
{
    const outcomes_options *o = e->options;
    VEC(uint64_t) values = {0};
    vec_resize(&values, o->place_count);
    for (uint32_t i = 0; i < o->place_count; i++)
        machine_peek(state, o->places[i].address, o->places[i].size, &values.data[i]);
    o->on_final(o->context, values.data);
    vec_clear(&values);
}

static void note_final(const exploration *e, const machine_state *state)
{
    e->r->complete++;
    if (e->options->on_final)
        tell_final(e, state);
    if (e->options->place_count == 0 || e->options->on_final)
        return;
    strbuf line = {0};
    for (uint32_t i = 0; i < e->options->place_count; i++) {
        const outcomes_place *place = &e->options->places[i];
        uint64_t value;
        machine_peek(state, place->address, place->size, &value);
        strbuf_addf(&line, "%s%s=", i ? " " : "", place->name);
        machine_describe_value(e->m, state, place->type, place->size, value, &line);
    }
    if (is_known(e->r->finals.data, e->r->finals.size, strbuf_text(&line)))
        strbuf_clear(&line);
    else
        vec_push(&e->r->finals, strbuf_take(&line));
}

static void note_deadlock(const exploration *e, search *s, search_place at, const machine_state *state)
{
    strbuf text = {0};
    for (uint32_t t = 0; t < machine_thread_count(state); t++)
        if (machine_status_of(state, t) == MACHINE_RUNNING) {
            strbuf_add(&text, text.size ? "; " : "");
            machine_describe_wait(e->m, state, t, &text);
        }
    if (is_known(e->r->deadlocks.data, e->r->deadlocks.size, strbuf_text(&text))) {
        strbuf_clear(&text);
        return;
    }
    vec_push(&e->r->deadlocks, strbuf_take(&text));
    vec_push(&e->r->deadlock_schedules, search_schedule(s, at));
}

static void note_end(void *context, search *s, search_place at, const machine_state *state)
{
    const exploration *e = context;
    if (machine_is_complete(state)) {
        note_final(e, state);
        return;
    }
    e->r->blocked++;
    if (machine_is_deadlock(state))
        note_deadlock(e, s, at, state);
}

/* ---- the search ---- */

/* Why it has to end now; NULL: it may go on. */
static const char *reason_to_stop(const exploration *e, search *s, uint64_t expanded)
{
    const outcomes_options *o = e->options;
    if (o->interrupt && *o->interrupt)
        return "interrupted";
    if (o->timeout > 0 && clock_wall_seconds() - e->started > o->timeout)
        return "the time is over";
    if (expanded % STATES_BETWEEN_LOOKS)
        return NULL;
    if (o->max_memory > 0 && clock_resident_bytes(0) > o->max_memory)
        return "the memory is used up (see --memory)";
    if (o->on_progress)
        o->on_progress(o->context, search_count(s).states, search_count(s).waiting);
    return NULL;
}

static void take_end(outcomes_result *r, search *s, const char *why)
{
    search_counts counts = search_count(s);
    const char *problem = search_problem(s) ? search_problem(s) : why;
    r->states = counts.states;
    r->transitions = counts.transitions;
    r->buffers_were_cut = counts.buffers_were_cut;
    r->values_were_cut = counts.values_were_cut;
    if (problem)
        r->message = alloc_string(problem);
    if (problem && r->end != OUTCOMES_UNSUPPORTED)
        r->end = OUTCOMES_LIMIT;
    if (r->end == OUTCOMES_ALL && (r->buffers_were_cut || r->values_were_cut))
        r->end = OUTCOMES_PARTIAL;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

outcomes_result outcomes_explore(machine *m, const outcomes_options *options)
{
    outcomes_result r = {0};
    exploration e = {.m = m, .options = options, .r = &r, .started = clock_wall_seconds()};
    search_options so = {
        .nondet_low = options->nondet_low,
        .nondet_high = options->nondet_high,
        .nondet_is_given = options->nondet_is_given,
        .max_states = options->max_states,
        .listener = {&e, note_violation, note_unsupported, note_end},
    };
    search *s = search_new(m, &so);
    const char *why = NULL;
    for (uint64_t expanded = 1; why == NULL && search_advance(s); expanded++)
        why = reason_to_stop(&e, s, expanded);
    take_end(&r, s, why);
    if (r.finals.size > 0)
        qsort(r.finals.data, r.finals.size, sizeof *r.finals.data, compare_lines);
    search_free(s);
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
