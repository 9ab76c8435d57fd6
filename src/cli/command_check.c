#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/bundle.h"

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
        fprintf(stderr, ": %llu %s", (unsigned long long)p->states,
                strcmp(p->engine, "rf") == 0 ? "classes" : "states");
    fprintf(stderr, ", %.0f s, %llu MiB", p->seconds, (unsigned long long)(clock_resident_bytes(0) >> MEBIBYTE_BITS));
    return 0;
}

/* ---- telling ---- */

static void print_text(char *text, FILE *out)
{
    fputs(text, out);
    free(text);
}

static void print_for_people(const options *o, style s, const heddle_result *result)
{
    heddle_text_options to = {
        .color = s.is_on,
        .no_trace = o->quiet || o->no_trace,
        .trace_limit = o->verbose ? 0 : TRACE_LIMIT,
        .no_summary = o->quiet,
    };
    print_text(heddle_result_text(result, &to), stdout);
}

static void print_result(const options *o, style s, const heddle_result *result)
{
    if (o->json || o->dot)
        print_text(heddle_result_print(result, o->json ? HEDDLE_JSON : HEDDLE_DOT), stdout);
    else
        print_for_people(o, s, result);
    if (o->json)
        putchar('\n');
    else if (o->stats)
        print_text(heddle_result_statistics(result), o->dot ? stderr : stdout);
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
    const heddle_violation *shown = heddle_result_shown(result);
    if (o->save_schedule && shown)
        write_text(s, o->save_schedule, shown->schedule);
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
    return report_foreign_error(error);
}

/* ---- checking ---- */

static heddle_check_options check_options_for(const session *s)
{
    const options *o = s->options;
    heddle_check_options co = {
        .models = o->models,
        .cat = o->cat,
        .properties = options_properties(o),
        .svcomp = o->svcomp,
        .unwind = (unsigned)o->unwind,
        .unwindset = o->unwindset,
        .engines = o->engines,
        .budget = s->budget,
        .malloc_may_fail = o->malloc_may_fail,
        .all = o->all,
        .advanced = o->advanced,
    };
    co.advanced.leaves_memory = !FREES_AT_THE_END;
    return co;
}

int give_up_check(const session *s)
{
    heddle_check_options co = check_options_for(s);
    heddle_result *result = heddle_check(s->program, &co);
    int code = tell(s, result);
    heddle_result_free(result);
    return code;
}

int command_check(const session *s)
{
    progress_line line = {0};
    heddle_check_options co = check_options_for(s);
    co.progress = isatty(STDERR_FILENO) && !s->options->quiet ? show_progress : NULL;
    co.context = &line;
    heddle_result *result = heddle_check(s->program, &co);
    watch_end(s->watch);
    if (line.is_shown)
        fputs("\r\033[K", stderr);
    int code = heddle_result_error(result) ? tell_error(result) : tell(s, result);
    heddle_result_free(result);
    return code;
}
