/* include/heddle.h: reading what a check has found. */
#include "api/result.h"
#include "api/exit_code.h"
#include "api/found.h"
#include "api/text.h"
#include "report/check_dot.h"
#include "report/check_html.h"
#include "report/check_json.h"
#include "report/check_sarif.h"
#include "report/check_text.h"
#include "report/check_witness.h"

/* ---- verdicts ---- */

/* MODEL_COUNT if the model was not checked. */
static uint32_t index_of(const heddle_result *result, heddle_model model)
{
    for (uint32_t i = 0; i < result->options.model_count; i++)
        if (result->results[i].model == (model == HEDDLE_CAT ? &result->cat : api_model(model)))
            return i;
    return MODEL_COUNT;
}

static heddle_verdict verdict_outside(check_verdict verdict)
{
    switch (verdict) {
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

heddle_verdict heddle_result_verdict(const heddle_result *result, heddle_model model)
{
    uint32_t i = index_of(result, model);
    return verdict_outside(i < MODEL_COUNT ? result->results[i].verdict : CHECK_UNKNOWN);
}

const char *heddle_result_message(const heddle_result *result, heddle_model model)
{
    uint32_t i = index_of(result, model);
    if (i < MODEL_COUNT && result->error.message)
        return result->error.message;
    return i < MODEL_COUNT ? result->messages[i] : "this model was not checked";
}

/* In the report's traces; their number if there is none. */
static uint32_t trace_index(const heddle_result *result, heddle_model model, size_t index)
{
    const check_report *report = &result->report;
    uint32_t wanted = index_of(result, model), at = 0;
    while (at < report->traces.size && report->traces.data[at].result != wanted)
        at++;
    if (wanted == MODEL_COUNT || index >= result->results[wanted].violations.size)
        return report->traces.size;
    return at + (uint32_t)index;
}

const heddle_violation *heddle_result_violation(const heddle_result *result, heddle_model model)
{
    return heddle_result_violation_at(result, model, 0);
}

const heddle_violation *heddle_result_violation_at(const heddle_result *result, heddle_model model, size_t index)
{
    uint32_t at = trace_index(result, model, index);
    return at < result->violations.size ? &result->violations.data[at] : NULL;
}

int heddle_result_is_complete(const heddle_result *result, heddle_model model)
{
    uint32_t i = index_of(result, model);
    return i < MODEL_COUNT && check_report_rest(&result->report, i) == CHECK_SAFE;
}

const heddle_violation *heddle_result_shown(const heddle_result *result)
{
    uint32_t shown = result->report.shown;
    return shown < result->violations.size ? &result->violations.data[shown] : NULL;
}

const char *heddle_result_engine(const heddle_result *result, heddle_model model)
{
    uint32_t i = index_of(result, model);
    return i < MODEL_COUNT ? result->results[i].engine : NULL;
}

heddle_counter heddle_result_counter(const heddle_result *result, heddle_model model, size_t index)
{
    uint32_t i = index_of(result, model);
    if (i == MODEL_COUNT || index >= result->results[i].counters.size)
        return (heddle_counter){0};
    const check_counter *c = &result->results[i].counters.data[index];
    return (heddle_counter){
        .name = c->name,
        .text = c->text,
        .engine = c->engine,
        .value = c->is_time ? c->seconds : (double)c->count,
        .is_seconds = c->is_time,
    };
}

const heddle_error *heddle_result_error(const heddle_result *result)
{
    return result->error.exit_code ? &result->error : NULL;
}

static int exit_code_of(check_verdict verdict)
{
    return verdict == CHECK_FAILED ? (int)STATUS_INTERNAL : exit_code_of_verdict(verdict_outside(verdict));
}

int heddle_result_exit_code(const heddle_result *result)
{
    int code = EXIT_SAFE;
    if (result->error.exit_code)
        return result->error.exit_code;
    for (uint32_t i = 0; i < result->options.model_count; i++)
        code = exit_code_worse(code, exit_code_of(result->results[i].verdict));
    return code;
}

/* ---- executions ---- */

heddle_step heddle_result_step(const heddle_result *result, heddle_model model, size_t step)
{
    return heddle_result_step_at(result, model, 0, step);
}

heddle_step heddle_result_step_at(const heddle_result *result, heddle_model model, size_t index, size_t step)
{
    static const recording NONE = {0};
    uint32_t at = trace_index(result, model, index);
    return api_step(at < result->report.traces.size ? &result->report.traces.data[at].execution : &NONE, step);
}

/* ---- reports ---- */

char *heddle_result_text(const heddle_result *result, const heddle_text_options *options)
{
    static const heddle_text_options DEFAULTS = {0};
    const heddle_text_options *o = options ? options : &DEFAULTS;
    style s = {.is_on = o->color};
    uint32_t limit = o->trace_limit ? o->trace_limit : UINT32_MAX;
    api_text text;
    check_text_print(&result->report, s, o->no_trace ? 0 : limit, api_text_begin(&text));
    if (!o->no_summary)
        check_text_print_summary(&result->report, s, text.stream);
    return api_text_end(&text);
}

char *heddle_result_statistics(const heddle_result *result)
{
    api_text text;
    api_text_begin(&text);
    for (uint32_t i = 0; i < result->report.count; i++)
        check_text_print_statistics(&result->report.results[i], text.stream);
    return api_text_end(&text);
}

static char *print_dot(const heddle_result *result)
{
    api_text text;
    check_dot_print(&result->report, api_text_begin(&text));
    return api_text_end(&text);
}

char *heddle_result_print(const heddle_result *result, heddle_format format)
{
    strbuf out = {0};
    switch (format) {
    case HEDDLE_JSON:
        check_json_print(&result->report, &out);
        break;
    case HEDDLE_HTML:
        check_html_print(&result->report, &out);
        break;
    case HEDDLE_SARIF:
        check_sarif_print(&result->report, &out);
        break;
    case HEDDLE_DOT:
        return print_dot(result);
    case HEDDLE_TEXT:
        return heddle_result_text(result, NULL);
    }
    return strbuf_take(&out);
}

char *heddle_result_witness(const heddle_result *result, const char *file, heddle_error *error)
{
    strbuf out = {0};
    diag d = {0};
    if (!check_witness_exists(&result->report))
        return NULL;
    if (check_witness_print(&result->report, file, &out, &d))
        return strbuf_take(&out);
    strbuf_clear(&out);
    api_take_error(&d, error);
    return NULL;
}

const char *heddle_result_svcomp(const heddle_result *result)
{
    return result->svcomp;
}
