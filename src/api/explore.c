/* include/heddle.h: exploring all executions. */
#include "api/budget.h"
#include "api/defaults.h"
#include "api/exit_code.h"
#include "api/exploration.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "report/result_json.h"
#include "report/trace.h"
#include "report/violation.h"

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
        e->message = api_locate(machine_program(e->m), &r->stop);
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

static uint32_t buffer_bound_of(const heddle_explore_options *o)
{
    if (o->buffer_bound == HEDDLE_NO_BOUND)
        return 0;
    return o->buffer_bound ? o->buffer_bound : DEFAULT_BUFFER_BOUND;
}

static void set_options(heddle_exploration *e, heddle_model model, const heddle_explore_options *o, heddle_budget *b)
{
    e->machine_options = (machine_options){
        .model = api_model(model),
        .malloc_may_fail = o->malloc_may_fail,
        .buffer_bound = buffer_bound_of(o),
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

heddle_exploration *heddle_explore(const heddle_program *program, heddle_model model,
                                   const heddle_explore_options *options)
{
    static const heddle_explore_options DEFAULTS = {0};
    const heddle_explore_options *o = options ? options : &DEFAULTS;
    heddle_exploration *e = alloc_zeroed(1, sizeof *e);
    heddle_budget own;
    diag d = {0};
    api_budget_init(&own, o->timeout, o->max_memory);
    if (o->observe && !outcomes_find_places(program->ir, o->observe, &e->places, &d)) {
        e->verdict = HEDDLE_UNKNOWN;
        e->message = alloc_string(d.message);
        api_take_error(&d, &e->error);
        return e;
    }
    heddle_budget *b = o->budget ? o->budget : &own;
    set_options(e, model, o, b);
    explore(e, program->ir, o, b);
    return e;
}

heddle_exploration *api_exploration_without_answer(heddle_model model, const char *why, double seconds)
{
    heddle_exploration *e = alloc_zeroed(1, sizeof *e);
    e->nothing = ir_program_new();
    e->machine_options = (machine_options){.model = api_model(model)};
    e->m = machine_new(e->nothing, &e->machine_options);
    e->result = (outcomes_result){.end = OUTCOMES_LIMIT, .message = alloc_string(why)};
    e->seconds = seconds;
    take_verdict(e);
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

void api_exploration_json(const heddle_exploration *e, json *j)
{
    result_json_outcomes(j, e->m, &e->options, &e->result, e->seconds);
}

const char *api_exploration_schedule(const heddle_exploration *e)
{
    if (e->violation_schedules.size > 0)
        return e->violation_schedules.data[0];
    return e->deadlock_schedules.size > 0 ? e->deadlock_schedules.data[0] : NULL;
}

void api_exploration_trace(const heddle_exploration *e, FILE *out, style s)
{
    trace t;
    recording r = {0};
    strbuf schedule = {0};
    machine_options mo = e->machine_options;
    const outcomes_result *o = &e->result;
    trace_init(&t, out, s);
    trace_follow(&t, &r);
    mo.on_event = recording_event;
    mo.context = &r;
    machine *m = machine_new(machine_program(e->m), &mo);
    r.m = m;
    outcomes_print_schedule(m, o->violations.size > 0 ? &o->violations.data[0].schedule : o->deadlock_schedules.data,
                            &schedule);
    recording_finish(&r);
    recording_clear(&r);
    machine_free(m);
    strbuf_clear(&schedule);
    trace_clear(&t);
}

bool api_exploration_complain(const heddle_exploration *e, strbuf *out)
{
    if (e->result.end != OUTCOMES_UNSUPPORTED)
        return false;
    api_complain(machine_program(e->m), &e->result.stop, out);
    return true;
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
    ir_program_free(e->nothing);
    heddle_error_clear(&e->error);
    free(e->message);
    free(e);
}
