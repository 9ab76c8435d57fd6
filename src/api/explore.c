/* include/heddle.h: exploring all executions. */
#include "api/program.h"
#include "base/alloc.h"
#include "machine/outcomes.h"
#include "report/violation.h"

enum { DEFAULT_MAX_STATES = 10000000, BUFFER_BOUND = 16, NONDET_HIGH = 3 };

struct heddle_exploration {
    heddle_verdict verdict;
    char *message;
    outcomes_result result;
    VEC(char *) violations, schedules;
};

static void take_verdict(heddle_exploration *e, const ir_program *ir)
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
        e->message = api_locate(ir, &r->stop);
    else
        e->message = alloc_string(r->message ? r->message : "");
}

static void take_violations(heddle_exploration *e, machine *m, const ir_program *ir)
{
    for (uint32_t i = 0; i < e->result.violations.size; i++) {
        const outcomes_violation *violation = &e->result.violations.data[i];
        strbuf schedule = {0};
        outcomes_print_schedule(m, &violation->schedule, &schedule);
        strbuf text = {0};
        violation_describe(ir, &violation->result, &text);
        vec_push(&e->violations, strbuf_take(&text));
        vec_push(&e->schedules, strbuf_take(&schedule));
    }
}

heddle_exploration *heddle_explore(const heddle_program *program, heddle_model model,
                                   const heddle_explore_options *options)
{
    static const heddle_explore_options DEFAULTS = {0};
    if (options == NULL)
        options = &DEFAULTS;
    heddle_exploration *e = alloc_zeroed(1, sizeof *e);
    outcomes_places places = {0};
    diag d = {0};
    if (options->observe && !outcomes_find_places(program->ir, options->observe, &places, &d)) {
        e->verdict = HEDDLE_UNKNOWN;
        e->message = d.message;
        outcomes_places_clear(&places);
        return e;
    }
    machine_options mo = {
        .model = api_model(model),
        .malloc_may_fail = options->malloc_may_fail,
        .buffer_bound = BUFFER_BOUND,
        .normalise = true,
    };
    outcomes_options oo = {
        .places = places.list.data,
        .place_count = places.list.size,
        .max_states = options->max_states ? options->max_states : DEFAULT_MAX_STATES,
        .timeout = options->timeout,
        .nondet_high = NONDET_HIGH,
    };
    machine *m = machine_new(program->ir, &mo);
    e->result = outcomes_explore(m, &oo);
    take_verdict(e, program->ir);
    take_violations(e, m, program->ir);
    machine_free(m);
    outcomes_places_clear(&places);
    return e;
}

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
    return e->schedules.data[i];
}

size_t heddle_deadlock_count(const heddle_exploration *e)
{
    return e->result.deadlocks.size;
}

const char *heddle_deadlock_text(const heddle_exploration *e, size_t i)
{
    return e->result.deadlocks.data[i];
}

void heddle_exploration_free(heddle_exploration *e)
{
    if (e == NULL)
        return;
    for (uint32_t i = 0; i < e->violations.size; i++) {
        free(e->violations.data[i]);
        free(e->schedules.data[i]);
    }
    vec_clear(&e->violations);
    vec_clear(&e->schedules);
    outcomes_result_clear(&e->result);
    free(e->message);
    free(e);
}
