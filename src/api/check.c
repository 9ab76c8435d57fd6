/* include/heddle.h: checking. */
#include <string.h>

#include "api/budget.h"
#include "api/found.h"
#include "api/properties.h"
#include "api/result.h"
#include "api/svcomp.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "engine/driver.h"

/* ---- engines ---- */

const char *heddle_engine_name(size_t index)
{
    return index < ENGINE_COUNT ? engine_at((uint32_t)index)->name : NULL;
}

const char *heddle_engine_help(size_t index)
{
    return index < ENGINE_COUNT ? engine_at((uint32_t)index)->help : NULL;
}

/* "ord,states", as bits. */
static bool parse_engines(const char *text, uint32_t *engines, diag *d)
{
    for (const char *at = text; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
        uint32_t index = engine_index(at);
        if (index == ENGINE_COUNT)
            return diag_fail(d, STATUS_BAD_INPUT, "--engine: there is no engine `%.*s`", (int)strcspn(at, ","), at);
        *engines |= 1u << index;
    }
    return *engines || diag_fail(d, STATUS_BAD_INPUT, "--engine needs the name of an engine");
}

/* ---- progress ---- */

typedef struct listener {
    const heddle_check_options *options;
    heddle_budget *budget;
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
        .seconds = clock_wall_seconds() - l->budget->limits.started,
    };
    if (l->options->progress(l->options->context, &progress))
        heddle_budget_cancel(l->budget);
}

/* ---- options ---- */

static bool check_models(const heddle_check_options *o, diag *d)
{
    for (unsigned m = 0; o->models >> m; m++)
        if (o->models >> m & 1 && !api_axioms_given((heddle_model)m, o->cat, d))
            return false;
    return true;
}

static void set_models(check_options *co, unsigned models, const model *cat)
{
    for (unsigned m = 0; api_model((heddle_model)m); m++)
        if (models >> m & 1)
            co->models[co->model_count++] = m == HEDDLE_CAT ? cat : api_model((heddle_model)m);
    if (co->model_count == 0)
        co->models[co->model_count++] = api_model(HEDDLE_SC);
}

/* What can be said without looking anything up. */
static check_options check_options_for(const heddle_check_options *o, const model *cat)
{
    const heddle_advanced_options *a = &o->advanced;
    check_options co = {
        .unwind = o->unwind,
        .malloc_may_fail = o->malloc_may_fail,
        .finds_all = o->all,
        .no_sections = a->no_sections,
        .leaves_memory = a->leaves_memory,
        .ord =
            {
                .eager_fr = a->ord_fr_eager,
                .no_unit = a->ord_no_unit,
                .no_derive = a->ord_no_derive,
                .tarjan = a->ord_cycle_tarjan,
                .rf_first = a->ord_decide_rf,
                .lazy_ws = a->ord_ws_lazy,
            },
        .refine_cadical = a->refine_cadical,
        .clock_idl = a->clock_idl,
    };
    set_models(&co, o->models, cat);
    return co;
}

static bool read_svcomp(const char *file, property_set *asked, diag *d)
{
    if (!svcomp_read(file, asked, d))
        return false;
    return *asked != 0 || diag_fail(d, STATUS_UNSUPPORTED, "the property in %s is not one that Heddle decides", file);
}

/* What counts. A property file asks also for what is checked by request only. */
static bool read_properties(heddle_result *result, const heddle_check_options *o, property_set *wanted, diag *d)
{
    *wanted = o->svcomp && o->properties == 0 ? property_all() : properties_of(o->properties);
    if (o->property_names && !properties_parse(o->property_names, wanted, d))
        return false;
    if (o->svcomp && !read_svcomp(o->svcomp, &result->asked, d))
        return false;
    if (o->svcomp)
        *wanted &= result->asked;
    return *wanted != 0 || diag_fail(d, STATUS_BAD_INPUT, "every property is switched off: there is nothing to check");
}

static bool set_properties(heddle_result *result, const heddle_check_options *o, const heddle_program *program, diag *d)
{
    property_set wanted;
    if (!read_properties(result, o, &wanted, d))
        return false;
    result->options.ignored = property_all() & ~wanted;
    result->options.extra = wanted & ~property_default();
    if (program->missing)
        return true;
    if (property_is_in(wanted, PROPERTY_OVERFLOW) && !program->has_overflow)
        return diag_fail(d, STATUS_BAD_INPUT, "the program was not loaded to look for overflow");
    return !property_is_in(wanted, PROPERTY_UNINITIALISED) || program->has_unset ||
           diag_fail(d, STATUS_BAD_INPUT, "the program was not loaded to look for values that were never set");
}

/* What is given as text. */
static bool read_texts(heddle_result *result, const heddle_program *program, const heddle_check_options *o, diag *d)
{
    check_options *co = &result->options;
    if (o->engines && !parse_engines(o->engines, &co->engines, d))
        return false;
    if (!set_properties(result, o, program, d) || !unwindset_parse(program->ir, o->unwindset, &result->bounds, d))
        return false;
    co->bounds = result->bounds.data;
    co->bound_count = result->bounds.size;
    return true;
}

/* ---- results ---- */

static heddle_violation violation_of(const check_report *report, const check_trace *trace)
{
    heddle_violation violation = api_violation(report->program, &trace->violation->result);
    violation.schedule = strbuf_text(&trace->schedule);
    violation.step_count = trace->execution.steps.size;
    return violation;
}

static void take_results(heddle_result *result)
{
    const check_report *report = &result->report;
    strbuf answer = {0};
    svcomp_answer(result->asked, report, &answer);
    result->svcomp = strbuf_take(&answer);
    for (uint32_t i = 0; i < report->count; i++) {
        strbuf text = {0};
        check_report_describe(report, i, &text);
        result->messages[i] = strbuf_take(&text);
    }
    for (uint32_t i = 0; i < report->traces.size; i++)
        vec_push(&result->violations, violation_of(report, &report->traces.data[i]));
}

/* All models without an answer, for this reason. */
static void answer_nothing(heddle_result *result, const char *why)
{
    for (uint32_t i = 0; i < result->options.model_count; i++)
        result->results[i] = (check_result){
            .model = result->options.models[i],
            .verdict = CHECK_UNKNOWN,
            .message = alloc_string(why),
            .pc = IR_NONE,
        };
}

static void make_report(heddle_result *result, const ir_program *ir, const char *const *files, size_t file_count)
{
    check_report_make(&result->report, ir, &result->options, result->results,
                      clock_wall_seconds() - result->limits.started);
    result->report.files = files;
    result->report.file_count = (uint32_t)file_count;
    take_results(result);
}

/* The limits stay for the report, but nobody asks them any more. */
static void keep_limits(heddle_result *result, const heddle_budget *b)
{
    result->limits = b->limits;
    result->limits.interrupt = NULL;
    result->options.budget = &result->limits;
    result->options.on_progress = NULL;
    result->options.context = NULL;
}

/* ---- checking ---- */

static void check(heddle_result *result, const ir_program *ir, const heddle_check_options *o, heddle_budget *b)
{
    listener l = {o, b};
    result->options.budget = &b->limits;
    result->options.on_progress = o->progress ? tell : NULL;
    result->options.context = &l;
    check_program(ir, &result->options, result->results);
}

heddle_result *heddle_check(const heddle_program *program, const heddle_check_options *options)
{
    static const heddle_check_options DEFAULTS = {0};
    const heddle_check_options *o = options ? options : &DEFAULTS;
    heddle_result *result = alloc_zeroed(1, sizeof *result);
    heddle_budget own, *b = api_budget_choose(o->budget, &own, o->timeout, o->max_memory);
    diag d = {0};
    result->cat = api_cat_row(o->cat);
    result->options = check_options_for(o, &result->cat);
    if (program->missing) {
        answer_nothing(result, program->missing);
    } else if (check_models(o, &d) && read_texts(result, program, o, &d)) {
        check(result, program->ir, o, b);
    } else {
        answer_nothing(result, d.message);
        api_take_error(&d, &result->error);
    }
    keep_limits(result, b);
    make_report(result, program->ir, (const char *const *)program->files.data, program->files.size);
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
    vec_clear(&result->violations);
    vec_clear(&result->bounds);
    heddle_error_clear(&result->error);
    free(result->svcomp);
    free(result);
}
