#include <unistd.h>

#include "base/clock.h"
#include "cli/show.h"
#include "engine/check.h"
#include "report/check_json.h"
#include "report/check_text.h"

/* A longer trace is shown without its middle. */
enum { TRACE_LIMIT = 300 };

static const double PROGRESS_DELAY = 0.5, PROGRESS_INTERVAL = 0.1; /* seconds */

/* The progress line. */
typedef struct progress_line {
    double started, shown_at;
    bool is_shown;
} progress_line;

static void show_progress(void *context, const check_progress *p)
{
    progress_line *line = context;
    double now = clock_wall_seconds(), seconds = now - line->started;
    if (seconds < PROGRESS_DELAY || now - line->shown_at < PROGRESS_INTERVAL)
        return;
    line->is_shown = true;
    line->shown_at = now;
    /* Fits into 80 columns. */
    fprintf(stderr, "\r\033[K%s %s to %u: %u ev, %llu lit, %llu conf, %.0f/s, %.0f s, %llu MiB",
            machine_model_name(p->model), p->phase, p->unwind, p->events, (unsigned long long)p->literals,
            (unsigned long long)p->conflicts, (double)p->conflicts / seconds, seconds,
            (unsigned long long)(clock_peak_bytes() >> 20));
}

static int exit_code_of(check_verdict verdict)
{
    switch (verdict) {
    case CHECK_SAFE:
        return EXIT_SAFE;
    case CHECK_VIOLATION:
        return EXIT_VIOLATION;
    case CHECK_BOUNDED:
        return EXIT_BOUNDED;
    case CHECK_UNKNOWN:
        return STATUS_LIMIT;
    case CHECK_UNSUPPORTED:
        return STATUS_UNSUPPORTED;
    case CHECK_FAILED:
        break;
    }
    return STATUS_INTERNAL;
}

/* Writes the report in every form that was asked for; false after saying why one cannot be written. */
static bool print_report(const options *o, style s, const check_report *report)
{
    if (o->json) {
        strbuf text = {0};
        check_json_print(report, &text);
        puts(strbuf_text(&text));
        strbuf_clear(&text);
    } else {
        uint32_t limit = o->verbose ? UINT32_MAX : TRACE_LIMIT;
        check_text_print(report, s, o->quiet || o->no_trace ? 0 : limit, stdout, stderr);
        if (!o->quiet)
            check_text_print_summary(report, s, stdout);
        for (uint32_t i = 0; i < report->count && o->stats; i++)
            check_text_print_statistics(&report->results[i], stdout);
    }
    bool ok = true;
    if (o->save_schedule && report->shown < report->count)
        ok = write_file(o->save_schedule, strbuf_text(&report->schedules[report->shown]));
    return ok;
}

int command_check(const session *s)
{
    const options *o = s->options;
    diag d = {0};
    symex_bounds bounds = {0};
    if (!parse_bounds(s, &bounds, &d)) {
        vec_clear(&bounds);
        return report_error(&d);
    }
    progress_line line = {.started = clock_wall_seconds()};
    check_options co = {
        .model_count = o->model_count,
        .unwind = (uint32_t)o->unwind,
        .bounds = bounds.data,
        .bound_count = bounds.size,
        .ignored = o->ignored_claims,
        .malloc_may_fail = o->malloc_may_fail,
        .timeout = o->timeout,
        .max_memory = o->memory << 20,
        .ord = o->ord,
        .interrupt = s->interrupt,
        .on_progress = isatty(STDERR_FILENO) && !o->quiet ? show_progress : NULL,
        .context = &line,
    };
    check_result results[MACHINE_MODEL_COUNT];
    memcpy(co.models, o->models, sizeof co.models);
    check_program(s->program, &co, results);
    if (line.is_shown)
        fputs("\r\033[K", stderr);
    check_report report;
    check_report_make(&report, s->program, &co, results, clock_wall_seconds() - line.started);
    report.files = o->files.data;
    report.file_count = o->files.size;
    bool is_written = print_report(o, s->style, &report);
    check_report_clear(&report);
    int code = EXIT_SAFE;
    for (uint32_t i = 0; i < o->model_count; i++) {
        code = show_worse_code(code, exit_code_of(results[i].verdict));
        check_result_clear(&results[i]);
    }
    vec_clear(&bounds);
    return is_written ? code : STATUS_BAD_INPUT;
}
