/* include/heddle.h: exploring all executions. */
#include "api/budget.h"
#include "api/defaults.h"
#include "api/exit_code.h"
#include "api/found.h"
#include "api/program.h"
#include "api/properties.h"
#include "api/text.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "machine/outcomes.h"
#include "report/result_json.h"
#include "report/trace.h"
#include "report/violation.h"

struct heddle_exploration {
    const heddle_program *program;
    machine_options machine_options;
    outcomes_options options;
    outcomes_places places;
    machine *m; /* that explored; NULL if there is an error */
    outcomes_result result;
    double seconds;
    uint64_t instructions;
    heddle_verdict verdict;
    char *message;
    heddle_error error; /* in the options; code 0: there is none */
    VEC(char *) violations, violation_schedules, deadlock_schedules;
};

/* ---- what was found ---- */

static void take_verdict(heddle_exploration *e)
{
    const outcomes_result *r = &e->result;
    if (r->violations.size > 0)
        e->verdict = HEDDLE_VIOLATION;
    else if (r->end == OUTCOMES_UNSUPPORTED)
        e->verdict = HEDDLE_UNSUPPORTED;
    else if (r->end == OUTCOMES_LIMIT)
        e->verdict = HEDDLE_UNKNOWN;
    else
        e->verdict = r->end == OUTCOMES_PARTIAL ? HEDDLE_BOUNDED : HEDDLE_SAFE;
    if (r->end == OUTCOMES_UNSUPPORTED)
        e->message = api_complaint(machine_program(e->m), &r->stop);
    else
        e->message = alloc_string(r->message ? r->message : "");
}

static char *write_schedule(machine *m, const machine_choices *choices)
{
    strbuf text = {0};
    outcomes_print_schedule(m, choices, &text);
    return strbuf_take(&text);
}

/* On a machine of its own: what the other one counts is what the exploration took. */
static void take_executions(heddle_exploration *e)
{
    const outcomes_result *r = &e->result;
    machine *m = machine_new(machine_program(e->m), &e->machine_options);
    for (uint32_t i = 0; i < r->violations.size; i++) {
        strbuf text = {0};
        violation_describe(machine_program(e->m), &r->violations.data[i].result, &text);
        vec_push(&e->violations, strbuf_take(&text));
        vec_push(&e->violation_schedules, write_schedule(m, &r->violations.data[i].schedule));
    }
    for (uint32_t i = 0; i < r->deadlocks.size; i++)
        vec_push(&e->deadlock_schedules, write_schedule(m, &r->deadlock_schedules.data[i]));
    machine_free(m);
}

/* ---- exploring ---- */

typedef struct listener {
    const heddle_explore_options *options;
    heddle_budget *budget;
} listener;

static void tell(void *context, uint64_t states, uint64_t waiting)
{
    listener *l = context;
    if (l->options->progress(l->options->context, states, waiting))
        heddle_budget_cancel(l->budget);
}

static void set_options(heddle_exploration *e, const model *model, const heddle_explore_options *o, heddle_budget *b)
{
    e->machine_options = (machine_options){
        .model = model,
        .malloc_may_fail = o->malloc_may_fail,
        .ends = o->ends ? properties_of(o->ends) : 0,
        .buffer_bound = api_buffer_bound(o->buffer_bound),
        .normalise = true,
    };
    e->options = (outcomes_options){
        .places = e->places.list.data,
        .place_count = e->places.list.size,
        .max_states = o->max_states ? o->max_states : DEFAULT_MAX_STATES,
        .timeout = budget_seconds_left(&b->limits),
        .max_memory = b->limits.max_memory,
        .nondet_low = o->nondet ? o->nondet->low : DEFAULT_NONDET_LOW,
        .nondet_high = o->nondet ? o->nondet->high : DEFAULT_NONDET_HIGH,
    };
}

static void explore(heddle_exploration *e, const ir_program *ir, const heddle_explore_options *o, heddle_budget *b)
{
    listener l = {o, b};
    double started = clock_wall_seconds();
    e->options.interrupt = &b->is_cancelled;
    e->options.on_progress = o->progress ? tell : NULL;
    e->options.context = &l;
    e->m = machine_new(ir, &e->machine_options);
    e->result = outcomes_explore(e->m, &e->options);
    e->seconds = clock_wall_seconds() - started;
    e->instructions = machine_instruction_count(e->m);
    e->options.interrupt = NULL;
    e->options.context = NULL;
    take_verdict(e);
    take_executions(e);
}

/* There is no program, for this reason. */
static void answer_nothing(heddle_exploration *e, const heddle_program *program, const heddle_budget *b)
{
    e->m = machine_new(program->ir, &e->machine_options);
    e->result = (outcomes_result){.end = OUTCOMES_LIMIT, .message = alloc_string(program->missing)};
    e->seconds = clock_wall_seconds() - b->limits.started;
    take_verdict(e);
}

heddle_exploration *heddle_explore(const heddle_program *program, heddle_model model,
                                   const heddle_explore_options *options)
{
    static const heddle_explore_options DEFAULTS = {0};
    const heddle_explore_options *o = options ? options : &DEFAULTS;
    heddle_exploration *e = alloc_zeroed(1, sizeof *e);
    heddle_budget own, *b = api_budget_choose(o->budget, &own, o->timeout, o->max_memory);
    diag d = {0};
    bool observes = o->observe && !program->missing;
    e->program = program;
    if (!api_machine_given(model, &d) || (observes && !outcomes_find_places(program->ir, o->observe, &e->places, &d))) {
        e->verdict = HEDDLE_UNKNOWN;
        e->message = alloc_string(d.message);
        api_take_error(&d, &e->error);
        return e;
    }
    set_options(e, api_model(model), o, b);
    if (program->missing)
        answer_nothing(e, program, b);
    else
        explore(e, program->ir, o, b);
    return e;
}

/* ---- reading ---- */

heddle_verdict heddle_verdict_of(const heddle_exploration *e)
{
    return e->verdict;
}

const char *heddle_message(const heddle_exploration *e)
{
    return e->message;
}

uint64_t heddle_state_count(const heddle_exploration *e)
{
    return e->result.states;
}

size_t heddle_outcome_count(const heddle_exploration *e)
{
    return e->result.finals.size;
}

const char *heddle_outcome_text(const heddle_exploration *e, size_t i)
{
    return e->result.finals.data[i];
}

size_t heddle_violation_count(const heddle_exploration *e)
{
    return e->violations.size;
}

const char *heddle_violation_text(const heddle_exploration *e, size_t i)
{
    return e->violations.data[i];
}

const char *heddle_violation_schedule(const heddle_exploration *e, size_t i)
{
    return e->violation_schedules.data[i];
}

size_t heddle_deadlock_count(const heddle_exploration *e)
{
    return e->result.deadlocks.size;
}

const char *heddle_deadlock_text(const heddle_exploration *e, size_t i)
{
    return e->result.deadlocks.data[i];
}

const char *heddle_deadlock_schedule(const heddle_exploration *e, size_t i)
{
    return e->deadlock_schedules.data[i];
}

const heddle_error *heddle_exploration_error(const heddle_exploration *e)
{
    return e->error.exit_code ? &e->error : NULL;
}

int heddle_exploration_exit_code(const heddle_exploration *e)
{
    return e->error.exit_code ? e->error.exit_code : exit_code_of_verdict(e->verdict);
}

int heddle_limit_was_reached(const heddle_exploration *e)
{
    return e->result.end == OUTCOMES_LIMIT;
}

int heddle_unsupported_was_reached(const heddle_exploration *e)
{
    return e->result.end == OUTCOMES_UNSUPPORTED;
}

int heddle_buffers_were_cut(const heddle_exploration *e)
{
    return e->result.buffers_were_cut;
}

int heddle_values_were_cut(const heddle_exploration *e)
{
    return e->result.values_were_cut;
}

heddle_counter heddle_exploration_counter(const heddle_exploration *e, size_t index)
{
    const outcomes_result *r = &e->result;
    const heddle_counter COUNTERS[] = {
        {.name = "states", .text = "states", .value = (double)r->states},
        {.name = "transitions", .text = "transitions", .value = (double)r->transitions},
        {.name = "final", .text = "final states", .value = (double)r->complete},
        {.name = "blocked", .text = "states in which nobody can go on", .value = (double)r->blocked},
        {.name = "instructions", .text = "instructions", .value = (double)e->instructions},
        {.name = "seconds", .text = "wall time", .value = e->seconds, .is_seconds = 1},
    };
    return index < sizeof COUNTERS / sizeof *COUNTERS ? COUNTERS[index] : (heddle_counter){0};
}

/* ---- showing ---- */

char *heddle_explorations_json(const heddle_exploration *const *list, size_t count)
{
    json j = {0};
    const heddle_program *program = count > 0 ? list[0]->program : NULL;
    result_json_begin(&j, "outcomes", program ? (const char *const *)program->files.data : NULL,
                      program ? program->files.size : 0);
    for (size_t i = 0; i < count; i++)
        if (list[i]->m)
            result_json_outcomes(&j, list[i]->m, &list[i]->options, &list[i]->result, list[i]->seconds);
    result_json_end(&j);
    return strbuf_take(&j.text);
}

/* The choices that are worth showing; NULL if there are none. */
static const machine_choices *shown_choices(const outcomes_result *r)
{
    if (r->violations.size > 0)
        return &r->violations.data[0].schedule;
    return r->deadlocks.size > 0 ? r->deadlock_schedules.data : NULL;
}

/* Does them again, and listens. */
static void trace_choices(const heddle_exploration *e, const machine_choices *choices, trace *t)
{
    recording r = {.model = e->machine_options.model};
    strbuf schedule = {0};
    machine_options mo = e->machine_options;
    trace_follow(t, &r);
    mo.on_event = recording_event;
    mo.context = &r;
    machine *m = machine_new(machine_program(e->m), &mo);
    r.m = m;
    outcomes_print_schedule(m, choices, &schedule);
    recording_finish(&r);
    recording_clear(&r);
    machine_free(m);
    strbuf_clear(&schedule);
}

char *heddle_exploration_trace(const heddle_exploration *e, int color)
{
    const machine_choices *choices = shown_choices(&e->result);
    trace t;
    api_text text;
    if (choices == NULL)
        return NULL;
    trace_init(&t, api_text_begin(&text), (style){.is_on = color});
    trace_choices(e, choices, &t);
    trace_clear(&t);
    return api_text_end(&text);
}

static void free_texts(char **texts, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
}

void heddle_exploration_free(heddle_exploration *e)
{
    if (e == NULL)
        return;
    free_texts(e->violations.data, e->violations.size);
    free_texts(e->violation_schedules.data, e->violation_schedules.size);
    free_texts(e->deadlock_schedules.data, e->deadlock_schedules.size);
    outcomes_result_clear(&e->result);
    outcomes_places_clear(&e->places);
    machine_free(e->m);
    heddle_error_clear(&e->error);
    free(e->message);
    free(e);
}
