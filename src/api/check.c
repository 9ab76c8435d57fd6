/* include/heddle.h: checking, and reading what was found. */
#include <stdio.h>

#include "api/program.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "engine/driver.h"
#include "report/check_dot.h"
#include "report/check_html.h"
#include "report/check_json.h"
#include "report/check_sarif.h"
#include "report/check_text.h"
#include "report/violation.h"

/* What --property calls the properties of the interface. */
static const struct {
    heddle_property outside;
    const char *name;
} PROPERTIES[] = {
    {HEDDLE_ASSERTIONS, "assertions"}, {HEDDLE_ERROR_CALLS, "unreach-call"}, {HEDDLE_LOCKS, "locks"},
    {HEDDLE_MEMORY, "memory"},         {HEDDLE_ARITHMETIC, "arithmetic"},
};
enum { PROPERTIES_OUTSIDE = sizeof PROPERTIES / sizeof *PROPERTIES };

struct heddle_result {
    check_options options;
    budget limits;
    check_result results[MODEL_COUNT];
    check_report report;
    char *messages[MODEL_COUNT];
    heddle_violation violations[MODEL_COUNT];
};

/* ---- properties ---- */

static property_set properties_of(unsigned outside)
{
    property_set set = 0;
    for (int i = 0; i < PROPERTIES_OUTSIDE; i++)
        if (outside & PROPERTIES[i].outside)
            set |= property_named(PROPERTIES[i].name, strlen(PROPERTIES[i].name));
    return set ? set : property_all();
}

static heddle_property property_outside(property p)
{
    for (int i = 0; i < PROPERTIES_OUTSIDE; i++)
        if (strcmp(PROPERTIES[i].name, property_row_of(p)->option) == 0)
            return PROPERTIES[i].outside;
    return (heddle_property)0;
}

/* ---- progress and cancelling ---- */

typedef struct listener {
    const heddle_check_options *options;
    double started;
    volatile sig_atomic_t is_cancelled;
} listener;

static void tell(void *context, const budget_progress *p)
{
    listener *l = context;
    if (p->phase == NULL)
        return;
    heddle_progress progress = {
        .engine = p->engine,
        .phase = p->phase,
        .model = api_model_number(model_find(p->model)),
        .unwind = p->unwind,
        .events = p->events,
        .literals = p->literals,
        .conflicts = p->conflicts,
        .states = p->states,
        .seconds = clock_wall_seconds() - l->started,
    };
    if (l->options->progress && l->options->progress(l->options->context, &progress))
        l->is_cancelled = 1;
}

/* ---- checking ---- */

static void set_models(check_options *co, unsigned models)
{
    for (unsigned m = 0; api_model((heddle_model)m); m++)
        if (models >> m & 1)
            co->models[co->model_count++] = api_model((heddle_model)m);
    if (co->model_count == 0)
        co->models[co->model_count++] = api_model(HEDDLE_SC);
}

heddle_violation api_violation(const check_report *report, uint32_t i)
{
    const machine_result *v = &report->results[i].violation;
    const machine_place *other = violation_other(v);
    const ir_location *at = violation_place(report->program, v->user_pc);
    const ir_location *other_at = violation_place(report->program, other ? other->user_pc : IR_NONE);
    return (heddle_violation){
        .file = at->file,
        .line = at->line,
        .column = at->column,
        .thread = violation_has_place(v) ? v->thread : HEDDLE_NO_THREAD,
        .message = v->message,
        .schedule = strbuf_text(&report->schedules[i]),
        .step_count = report->executions[i].steps.size,
        .property = property_outside(v->violated),
        .other_file = other_at->file,
        .other_line = other_at->line,
        .other_column = other_at->column,
        .other_thread = other ? other->thread : HEDDLE_NO_THREAD,
    };
}

static void take_results(heddle_result *result)
{
    const check_report *report = &result->report;
    for (uint32_t i = 0; i < report->count; i++) {
        strbuf text = {0};
        check_report_describe(report, i, &text);
        result->messages[i] = strbuf_take(&text);
        if (report->results[i].verdict == CHECK_VIOLATION)
            result->violations[i] = api_violation(report, i);
    }
}

heddle_result *heddle_check(const heddle_program *program, const heddle_check_options *options)
{
    static const heddle_check_options DEFAULTS = {0};
    heddle_result *result = alloc_zeroed(1, sizeof *result);
    listener l = {.options = options ? options : &DEFAULTS, .started = clock_wall_seconds()};
    result->limits = (budget){
        .started = l.started,
        .timeout = l.options->timeout,
        .max_memory = l.options->max_memory,
        .interrupt = &l.is_cancelled,
    };
    result->options = (check_options){
        .unwind = l.options->unwind,
        .ignored = property_all() & ~properties_of(l.options->properties),
        .malloc_may_fail = l.options->malloc_may_fail,
        .budget = &result->limits,
        .on_progress = tell,
        .context = &l,
    };
    set_models(&result->options, l.options->models);
    check_program(program->ir, &result->options, result->results);
    result->limits.interrupt = NULL;
    result->options.context = NULL;
    check_report_make(&result->report, program->ir, &result->options, result->results,
                      clock_wall_seconds() - l.started);
    result->report.files = (const char *const *)program->files.data;
    result->report.file_count = program->files.size;
    take_results(result);
    return result;
}

void heddle_result_free(heddle_result *result)
{
    if (result == NULL)
        return;
    check_report_clear(&result->report);
    for (uint32_t i = 0; i < result->options.model_count; i++) {
        free(result->messages[i]);
        check_result_clear(&result->results[i]);
    }
    free(result);
}

/* ---- reading ---- */

/* MODEL_COUNT if the model was not checked. */
static uint32_t index_of(const heddle_result *result, heddle_model model)
{
    for (uint32_t i = 0; i < result->options.model_count; i++)
        if (result->results[i].model == api_model(model))
            return i;
    return MODEL_COUNT;
}

heddle_verdict heddle_result_verdict(const heddle_result *result, heddle_model model)
{
    uint32_t i = index_of(result, model);
    switch (i < MODEL_COUNT ? result->results[i].verdict : CHECK_UNKNOWN) {
    case CHECK_SAFE:
        return HEDDLE_SAFE;
    case CHECK_VIOLATION:
        return HEDDLE_VIOLATION;
    case CHECK_BOUNDED:
        return HEDDLE_BOUNDED;
    case CHECK_UNSUPPORTED:
        return HEDDLE_UNSUPPORTED;
    case CHECK_UNKNOWN:
    case CHECK_FAILED:
        break;
    }
    return HEDDLE_UNKNOWN;
}

const char *heddle_result_message(const heddle_result *result, heddle_model model)
{
    uint32_t i = index_of(result, model);
    return i < MODEL_COUNT ? result->messages[i] : "this model was not checked";
}

const heddle_violation *heddle_result_violation(const heddle_result *result, heddle_model model)
{
    uint32_t i = index_of(result, model);
    return i < MODEL_COUNT && result->results[i].verdict == CHECK_VIOLATION ? &result->violations[i] : NULL;
}

static size_t step_or_none(uint32_t step)
{
    return step == RECORDING_NONE ? HEDDLE_NO_STEP : step;
}

heddle_step heddle_result_step(const heddle_result *result, heddle_model model, size_t step)
{
    uint32_t i = index_of(result, model);
    if (i == MODEL_COUNT || step >= result->report.executions[i].steps.size)
        return (heddle_step){.who = "", .kind = "", .file = "", .place = "", .value = "", .text = ""};
    const recording_step *s = &result->report.executions[i].steps.data[step];
    return (heddle_step){
        .thread = s->thread,
        .who = s->who,
        .kind = recording_kind_name(s),
        .file = s->file,
        .line = s->line,
        .column = s->column,
        .place = s->place,
        .value = s->value,
        .text = s->action,
        .source = step_or_none(s->source),
        .commit = step_or_none(s->commit),
    };
}

static void print_to_stream(const check_report *report, heddle_format format, strbuf *out)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        return;
    if (format == HEDDLE_DOT) {
        check_dot_print(report, stream);
    } else {
        check_text_print(report, (style){.is_on = false}, UINT32_MAX, stream);
        check_text_print_summary(report, (style){.is_on = false}, stream);
    }
    fclose(stream);
    strbuf_add(out, text);
    free(text);
}

char *heddle_result_print(const heddle_result *result, heddle_format format)
{
    strbuf out = {0};
    if (format == HEDDLE_JSON)
        check_json_print(&result->report, &out);
    else if (format == HEDDLE_HTML)
        check_html_print(&result->report, &out);
    else if (format == HEDDLE_SARIF)
        check_sarif_print(&result->report, &out);
    else
        print_to_stream(&result->report, format, &out);
    return strbuf_take(&out);
}
