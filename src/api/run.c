/* include/heddle.h: one execution. */
#include "machine/run.h"
#include "api/budget.h"
#include "api/defaults.h"
#include "api/exit_code.h"
#include "api/found.h"
#include "api/program.h"
#include "api/properties.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "report/result_json.h"
#include "report/trace.h"
#include "report/violation.h"

struct heddle_execution {
    const heddle_program *program;
    const model *model;
    schedule replay;
    machine *m; /* that ran; NULL if there is an error */
    recording steps;
    run_result result;
    double seconds;
    char *message;
    heddle_violation violation; /* if it ended in one */
    heddle_error error;         /* in the options; code 0: there is none */
};

/* ---- options ---- */

/* Is it one bit, of a model that there is? */
static bool find_model(unsigned bits, const model **found, diag *d)
{
    unsigned number = 0;
    while (bits >> number > 1)
        number++;
    if (bits != 1u << number)
        return diag_fail(d, STATUS_BAD_INPUT, "an execution has one memory model, not several");
    *found = api_model_given((heddle_model)number, d);
    return *found != NULL;
}

static bool read_schedule(heddle_execution *x, const heddle_run_options *o, diag *d)
{
    const char *name = o->schedule_name ? o->schedule_name : "the schedule";
    if (!schedule_parse(o->schedule, name, &x->replay, d))
        return false;
    const char *meant = x->replay.model ? x->replay.model->name : NULL;
    if (meant && o->model && x->replay.model != x->model)
        return diag_fail(d, STATUS_BAD_INPUT, "%s is a schedule for %s; run it with --mm %s, or without --mm", name,
                         meant, meant);
    if (meant)
        x->model = x->replay.model;
    return true;
}

static bool read_options(heddle_execution *x, const heddle_run_options *o, diag *d)
{
    x->model = api_model(HEDDLE_SC);
    if (o->model != 0 && !find_model(o->model, &x->model, d))
        return false;
    /* What reads read is said by a schedule, or nobody says it. */
    return o->schedule ? read_schedule(x, o, d) : api_machine_given(api_model_number(x->model), d) != NULL;
}

/* ---- running ---- */

/* Who is told what happens. */
typedef struct listener {
    const heddle_run_options *options;
    recording *steps;
    trace trace;
} listener;

static void tell_event(void *context, const machine_state *state, const machine_event *event)
{
    recording_event(((listener *)context)->steps, state, event);
}

static void tell_output(void *context, int stream, const char *bytes, size_t size)
{
    const heddle_run_options *o = ((listener *)context)->options;
    o->output(o->context, stream, bytes, size);
}

static void tell_step(void *context, const recording_step *step)
{
    listener *l = context;
    strbuf line = {0};
    trace_add_step(&l->trace, step, &line);
    l->options->trace(l->options->context, strbuf_text(&line));
    strbuf_clear(&line);
}

static void run(heddle_execution *x, const heddle_run_options *o, listener *l, heddle_budget *b)
{
    /* Time and being cancelled end a run between two steps; memory may run out inside of one. */
    budget memory = {.started = b->limits.started, .max_memory = b->limits.max_memory};
    machine_options mo = {
        .model = x->model,
        .malloc_may_fail = o->malloc_may_fail,
        .ends = o->ends ? properties_of(o->ends) : 0,
        .buffer_bound = api_buffer_bound(o->buffer_bound),
        .on_event = o->trace || o->keep_steps ? tell_event : NULL,
        .on_output = o->output ? tell_output : NULL,
        .context = l,
        .budget = memory.max_memory ? &memory : NULL,
    };
    run_options ro = {
        .seed = o->seed,
        .max_steps = o->max_steps ? o->max_steps : DEFAULT_MAX_STEPS,
        .timeout = budget_seconds_left(&b->limits),
        .replay = o->schedule ? &x->replay : NULL,
        .interrupt = &b->is_cancelled,
    };
    x->m = machine_new(x->program->ir, &mo);
    x->steps.m = x->m;
    double started = clock_cpu_seconds();
    x->result = run_once(x->m, &ro, o->keep_schedule);
    x->seconds = clock_cpu_seconds() - started;
    recording_finish(&x->steps);
    x->steps.m = NULL;
}

static void run_and_tell(heddle_execution *x, const heddle_run_options *o, heddle_budget *b)
{
    listener l = {.options = o, .steps = &x->steps};
    trace_init(&l.trace, NULL, (style){.is_on = o->color});
    x->steps = (recording){
        .model = x->model,
        .on_step = o->trace ? tell_step : NULL,
        .context = &l,
        .forgets = !o->keep_steps,
    };
    run(x, o, &l, b);
    trace_clear(&l.trace);
}

/* There is no program, for this reason. */
static void answer_nothing(heddle_execution *x, const heddle_budget *b)
{
    x->m = machine_new(x->program->ir, &(machine_options){.model = x->model});
    x->result = (run_result){.end = RUN_LIMIT, .text = alloc_string(x->program->missing)};
    x->seconds = clock_wall_seconds() - b->limits.started;
}

/* ---- what came out ---- */

static char *describe_end(const heddle_execution *x)
{
    const run_result *r = &x->result;
    strbuf text = {0};
    if (r->end == RUN_UNSUPPORTED)
        return api_complaint(x->program->ir, &r->result);
    if (r->end == RUN_VIOLATION)
        violation_describe(x->program->ir, &r->result, &text);
    else if (r->result.message)
        strbuf_add(&text, r->result.message);
    else if (r->text)
        strbuf_add(&text, r->text);
    return strbuf_take(&text);
}

static void take_end(heddle_execution *x)
{
    x->message = describe_end(x);
    if (x->result.end != RUN_VIOLATION)
        return;
    x->violation = api_violation(x->program->ir, &x->result.result);
    x->violation.schedule = strbuf_text(&x->result.schedule);
    x->violation.step_count = x->steps.steps.size;
}

heddle_execution *heddle_run(const heddle_program *program, const heddle_run_options *options)
{
    static const heddle_run_options DEFAULTS = {0};
    const heddle_run_options *o = options ? options : &DEFAULTS;
    heddle_execution *x = alloc_zeroed(1, sizeof *x);
    heddle_budget own, *b = api_budget_choose(o->budget, &own, o->timeout, o->max_memory);
    diag d = {0};
    x->program = program;
    if (!read_options(x, o, &d)) {
        x->result.end = RUN_UNFINISHED;
        x->message = alloc_string(d.message);
        api_take_error(&d, &x->error);
        return x;
    }
    if (program->missing)
        answer_nothing(x, b);
    else
        run_and_tell(x, o, b);
    take_end(x);
    return x;
}

void heddle_execution_free(heddle_execution *x)
{
    if (x == NULL)
        return;
    run_result_clear(&x->result);
    recording_clear(&x->steps);
    schedule_clear(&x->replay);
    machine_free(x->m);
    heddle_error_clear(&x->error);
    free(x->message);
    free(x);
}

/* ---- reading ---- */

heddle_end api_end(run_end end)
{
    static const heddle_end ENDS[] = {
        [RUN_COMPLETE] = HEDDLE_END_FINISHED,       [RUN_EXITED] = HEDDLE_END_EXITED,
        [RUN_VIOLATION] = HEDDLE_END_VIOLATION,     [RUN_DEADLOCK] = HEDDLE_END_DEADLOCK,
        [RUN_BLOCKED] = HEDDLE_END_BLOCKED,         [RUN_UNFINISHED] = HEDDLE_END_UNFINISHED,
        [RUN_UNSUPPORTED] = HEDDLE_END_UNSUPPORTED, [RUN_LIMIT] = HEDDLE_END_LIMIT,
        [RUN_MISFIT] = HEDDLE_END_MISFIT,
    };
    return ENDS[end];
}

heddle_end heddle_execution_end(const heddle_execution *x)
{
    return api_end(x->result.end);
}

const char *heddle_execution_message(const heddle_execution *x)
{
    return x->message;
}

const heddle_error *heddle_execution_error(const heddle_execution *x)
{
    return x->error.exit_code ? &x->error : NULL;
}

int heddle_execution_exit_code(const heddle_execution *x)
{
    if (x->error.exit_code)
        return x->error.exit_code;
    switch (x->result.end) {
    case RUN_VIOLATION:
        return EXIT_VIOLATION;
    case RUN_UNSUPPORTED:
        return STATUS_UNSUPPORTED;
    case RUN_LIMIT:
    case RUN_UNFINISHED:
        return STATUS_LIMIT;
    case RUN_MISFIT:
        return STATUS_BAD_INPUT;
    default:
        return EXIT_SAFE;
    }
}

heddle_model heddle_execution_model(const heddle_execution *x)
{
    return api_model_number(x->model);
}

const heddle_violation *heddle_execution_violation(const heddle_execution *x)
{
    return x->result.end == RUN_VIOLATION ? &x->violation : NULL;
}

const char *heddle_execution_schedule(const heddle_execution *x)
{
    return strbuf_text(&x->result.schedule);
}

size_t heddle_execution_step_count(const heddle_execution *x)
{
    return x->steps.steps.size;
}

heddle_step heddle_execution_step(const heddle_execution *x, size_t step)
{
    return api_step(&x->steps, step);
}

heddle_counter heddle_execution_counter(const heddle_execution *x, size_t index)
{
    const heddle_counter COUNTERS[] = {
        {.name = "steps", .text = "steps", .value = (double)x->result.steps},
        {.name = "instructions", .text = "instructions", .value = x->m ? (double)machine_instruction_count(x->m) : 0},
        {.name = "seconds", .text = "processor time", .value = x->seconds, .is_seconds = 1},
    };
    return index < sizeof COUNTERS / sizeof *COUNTERS ? COUNTERS[index] : (heddle_counter){0};
}

char *heddle_execution_json(const heddle_execution *x)
{
    json j = {0};
    if (x->m == NULL)
        return NULL;
    result_json_begin(&j, "run", (const char *const *)x->program->files.data, x->program->files.size);
    result_json_run(&j, x->m, &x->result, x->seconds);
    result_json_end(&j);
    return strbuf_take(&j.text);
}
