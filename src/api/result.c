/* include/heddle.h: reading what a check has found. */
#include <stdio.h>

#include "api/exit_code.h"
#include "api/result.h"
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
        if (result->results[i].model == api_model(model))
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

const heddle_violation *heddle_result_violation(const heddle_result *result, heddle_model model)
{
    uint32_t i = index_of(result, model);
    return i < MODEL_COUNT && result->results[i].verdict == CHECK_VIOLATION ? &result->violations[i] : NULL;
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

/* ---- reports ---- */

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
