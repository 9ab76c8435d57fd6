#include <unistd.h>

#include "base/clock.h"
#include "cli/bundle.h"
#include "cli/show.h"
#include "cli/svcomp.h"
#include "engine/check.h"
#include "report/check_dot.h"
#include "report/check_html.h"
#include "report/check_json.h"
#include "report/check_sarif.h"
#include "report/check_text.h"
#include "report/check_witness.h"

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

static void print_report(const options *o, style s, const check_report *report)
{
    if (o->json) {
        strbuf text = {0};
        check_json_print(report, &text);
        puts(strbuf_text(&text));
        strbuf_clear(&text);
    } else if (o->dot) {
        check_dot_print(report, stdout);
    } else {
        uint32_t limit = o->verbose ? UINT32_MAX : TRACE_LIMIT;
        check_text_print(report, s, o->quiet || o->no_trace ? 0 : limit, stdout, stderr);
        if (!o->quiet)
            check_text_print_summary(report, s, stdout);
    }
    for (uint32_t i = 0; i < report->count && o->stats && !o->json; i++)
        check_text_print_statistics(&report->results[i], o->dot ? stderr : stdout);
}

static bool write_witness(const char *file, const check_report *report)
{
    strbuf text = {0};
    diag d = {0};
    bool ok = check_witness_print(report, file, &text, &d);
    if (!ok)
        report_error(&d);
    ok = ok && write_file(file, strbuf_text(&text));
    strbuf_clear(&text);
    return ok;
}

/* Writes the report in every form that was asked for; false after saying why one cannot be written. */
static bool write_reports(const options *o, const check_report *report)
{
    const struct {
        const char *file;
        void (*print)(const check_report *report, strbuf *out);
    } FORMS[] = {{o->html, check_html_print}, {o->sarif, check_sarif_print}};
    bool ok = true;
    if (o->save_schedule && report->shown < report->count)
        ok = write_file(o->save_schedule, strbuf_text(&report->schedules[report->shown]));
    for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++) {
        strbuf text = {0};
        if (FORMS[i].file) {
            FORMS[i].print(report, &text);
            ok = write_file(FORMS[i].file, strbuf_text(&text)) && ok;
        }
        strbuf_clear(&text);
    }
    if (o->debug_bundle) {
        strbuf text = {0};
        check_json_print(report, &text);
        ok = bundle_write(o, strbuf_text(&text)) && ok;
        strbuf_clear(&text);
    }
    if (o->witness && check_witness_exists(report))
        ok = write_witness(o->witness, report) && ok;
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
    svcomp_property property = SVCOMP_OTHER;
    if (o->svcomp && !svcomp_read(o->svcomp, &property, &d)) {
        vec_clear(&bounds);
        return report_error(&d);
    }
    if (o->svcomp && property == SVCOMP_OTHER) {
        fprintf(stderr, "heddle: the property in %s is not one that Heddle decides\n", o->svcomp);
        puts(svcomp_answer(property, NULL));
        vec_clear(&bounds);
        return STATUS_UNSUPPORTED;
    }
    progress_line line = {.started = clock_wall_seconds()};
    check_options co = {
        .model_count = o->model_count,
        .unwind = (uint32_t)o->unwind,
        .bounds = bounds.data,
        .bound_count = bounds.size,
        .ignored = o->ignored_claims | (o->svcomp ? svcomp_ignored(property) : 0),
        .malloc_may_fail = o->malloc_may_fail,
        .no_sampling = o->no_sampling,
        .no_sections = o->no_sections,
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
    print_report(o, s->style, &report);
    bool is_written = write_reports(o, &report);
    if (o->svcomp)
        puts(svcomp_answer(property, &report));
    check_report_clear(&report);
    int code = EXIT_SAFE;
    for (uint32_t i = 0; i < o->model_count; i++) {
        code = show_worse_code(code, exit_code_of(results[i].verdict));
        check_result_clear(&results[i]);
    }
    vec_clear(&bounds);
    return is_written ? code : STATUS_BAD_INPUT;
}
