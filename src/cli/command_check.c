#include <stdlib.h>
#include <unistd.h>

#include "api/result.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "cli/bundle.h"
#include "report/check_text.h"

/* A longer trace is shown without its middle. */
enum { TRACE_LIMIT = 300 };

static const double PROGRESS_DELAY = 0.5, PROGRESS_INTERVAL = 0.1; /* seconds */

/* The progress line. */
typedef struct progress_line {
    double shown_at; /* in seconds since the beginning */
    bool is_shown;
} progress_line;

static int show_progress(void *context, const heddle_progress *p)
{
    progress_line *line = context;
    if (p->seconds < PROGRESS_DELAY || p->seconds - line->shown_at < PROGRESS_INTERVAL)
        return 0;
    line->is_shown = true;
    line->shown_at = p->seconds;
    /* Fits into 80 columns. */
    fprintf(stderr, "\r\033[K%s %s: %s", heddle_model_name(p->model), p->engine, p->phase);
    if (p->unwind > 0)
        fprintf(stderr, " to %u: %u ev, %llu lit, %llu conf", p->unwind, p->events, (unsigned long long)p->literals,
                (unsigned long long)p->conflicts);
    if (p->states > 0)
        fprintf(stderr, ": %llu states", (unsigned long long)p->states);
    fprintf(stderr, ", %.0f s, %llu MiB", p->seconds, (unsigned long long)(clock_resident_bytes(0) >> MEBIBYTE_BITS));
    return 0;
}

/* ---- telling ---- */

static void print_statistics(const check_report *report, FILE *out)
{
    for (uint32_t i = 0; i < report->count; i++)
        check_text_print_statistics(&report->results[i], out);
}

/* For a terminal, as wide and as coloured as it is; else as the library prints it. */
static void print_result(const options *o, style s, const heddle_result *result)
{
    const check_report *report = &result->report;
    if (o->json || o->dot) {
        char *text = heddle_result_print(result, o->json ? HEDDLE_JSON : HEDDLE_DOT);
        fputs(text, stdout);
        if (o->json)
            putchar('\n');
        free(text);
    } else {
        uint32_t limit = o->verbose ? UINT32_MAX : TRACE_LIMIT;
        check_text_print(report, s, o->quiet || o->no_trace ? 0 : limit, stdout);
        if (!o->quiet)
            check_text_print_summary(report, s, stdout);
    }
    if (o->stats && !o->json)
        print_statistics(report, o->dot ? stderr : stdout);
}

static void write_text(const session *s, const char *file, const char *text)
{
    outputs_write(s->outputs, file, text, strlen(text));
}

static void write_form(const session *s, const char *file, const heddle_result *result, heddle_format format)
{
    if (file == NULL)
        return;
    char *text = heddle_result_print(result, format);
    write_text(s, file, text);
    free(text);
}

static void write_witness(const session *s, const heddle_result *result)
{
    heddle_error error = {0};
    char *text = heddle_result_witness(result, s->options->witness, &error);
    if (text)
        write_text(s, s->options->witness, text);
    else if (error.message)
        report_library_error(&error);
    free(text);
}

static void write_bundle(const session *s, const heddle_result *result)
{
    char *text = heddle_result_print(result, HEDDLE_JSON);
    bundle_write(s, text);
    free(text);
}

/* Writes the result in every form that was asked for, and says which ones cannot be written: the verdict stands. */
static void write_reports(const session *s, const heddle_result *result)
{
    const options *o = s->options;
    const check_report *report = &result->report;
    if (o->save_schedule && report->shown < report->count)
        write_text(s, o->save_schedule, strbuf_text(&report->schedules[report->shown]));
    write_form(s, o->html, result, HEDDLE_HTML);
    write_form(s, o->sarif, result, HEDDLE_SARIF);
    if (o->debug_bundle)
        write_bundle(s, result);
    if (o->witness)
        write_witness(s, result);
}

/* Prints and writes all that was asked for; the exit code. */
static int tell(const session *s, const heddle_result *result)
{
    const options *o = s->options;
    print_result(o, s->style, result);
    write_reports(s, result);
    if (o->svcomp)
        puts(heddle_result_svcomp(result));
    return heddle_result_exit_code(result);
}

/* Something is wrong with the options, in the light of the program. To ask for what Heddle does not decide is none of
 * the user's errors. */
static int tell_error(const heddle_result *result)
{
    const heddle_error *error = heddle_result_error(result);
    if (error->exit_code == STATUS_UNSUPPORTED) {
        fprintf(stderr, "heddle: %s\n", error->message);
        puts(heddle_result_svcomp(result));
        return error->exit_code;
    }
    return report_library_error(&(heddle_error){error->exit_code, alloc_string(error->message)});
}

/* ---- checking ---- */

static unsigned models_of(const options *o)
{
    unsigned models = 0;
    for (uint32_t i = 0; i < o->model_count; i++)
        models |= 1u << api_model_number(o->models[i]);
    return models;
}

/* Those that count, by their names. */
static void name_properties(const options *o, strbuf *names)
{
    property_set wanted = property_all() & ~o->ignored;
    for (property p = 0; p < PROPERTY_COUNT; p++)
        if (property_names_option(wanted, p))
            strbuf_addf(names, "%s%s", names->size ? "," : "", property_row_of(p)->option);
}

static heddle_check_options check_options_for(const session *s, const char *properties)
{
    const options *o = s->options;
    heddle_check_options co = {
        .models = models_of(o),
        .property_names = properties,
        .svcomp = o->svcomp,
        .unwind = (unsigned)o->unwind,
        .unwindset = o->unwindset,
        .engines = o->engines,
        .budget = s->budget,
        .malloc_may_fail = o->malloc_may_fail,
        .advanced = o->advanced,
    };
    co.advanced.leaves_memory = !FREES_AT_THE_END;
    return co;
}

int give_up_check(const session *s, const char *why)
{
    const options *o = s->options;
    heddle_check_options co = check_options_for(s, NULL);
    heddle_result *result = api_result_without_answer(o->files.data, o->files.size, &co, why);
    int code = tell(s, result);
    heddle_result_free(result);
    return code;
}

int command_check(const session *s)
{
    progress_line line = {0};
    strbuf properties = {0};
    name_properties(s->options, &properties);
    heddle_check_options co = check_options_for(s, strbuf_text(&properties));
    co.progress = isatty(STDERR_FILENO) && !s->options->quiet ? show_progress : NULL;
    co.context = &line;
    heddle_result *result = heddle_check(s->program, &co);
    watch_end(s->watch);
    if (line.is_shown)
        fputs("\r\033[K", stderr);
    int code = heddle_result_error(result) ? tell_error(result) : tell(s, result);
    heddle_result_free(result);
    strbuf_clear(&properties);
    return code;
}
