#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "cli/bundle.h"
#include "cli/show.h"
#include "cli/svcomp.h"
#include "engine/driver.h"
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

static void show_progress(void *context, const budget_progress *p)
{
    progress_line *line = context;
    double now = clock_wall_seconds(), seconds = now - line->started;
    if (p->phase == NULL || seconds < PROGRESS_DELAY || now - line->shown_at < PROGRESS_INTERVAL)
        return;
    line->is_shown = true;
    line->shown_at = now;
    /* Fits into 80 columns. */
    fprintf(stderr, "\r\033[K%s %s: %s", p->model, p->engine, p->phase);
    if (p->unwind > 0)
        fprintf(stderr, " to %u: %u ev, %llu lit, %llu conf", p->unwind, p->events, (unsigned long long)p->literals,
                (unsigned long long)p->conflicts);
    if (p->states > 0)
        fprintf(stderr, ": %llu states", (unsigned long long)p->states);
    fprintf(stderr, ", %.0f s, %llu MiB", seconds, (unsigned long long)(clock_resident_bytes(0) >> MEBIBYTE_BITS));
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
        check_text_print(report, s, o->quiet || o->no_trace ? 0 : limit, stdout);
        if (!o->quiet)
            check_text_print_summary(report, s, stdout);
    }
    for (uint32_t i = 0; i < report->count && o->stats && !o->json; i++)
        check_text_print_statistics(&report->results[i], o->dot ? stderr : stdout);
}

static void write_text(const session *s, const char *file, const strbuf *text)
{
    outputs_write(s->outputs, file, strbuf_text(text), text->size);
}

static void write_witness(const session *s, const check_report *report)
{
    strbuf text = {0};
    diag d = {0};
    if (check_witness_print(report, s->options->witness, &text, &d))
        write_text(s, s->options->witness, &text);
    else
        report_error(&d);
    strbuf_clear(&text);
}

static void write_bundle(const session *s, const check_report *report)
{
    strbuf text = {0};
    check_json_print(report, &text);
    bundle_write(s, strbuf_text(&text));
    strbuf_clear(&text);
}

/* Writes the report in every form that was asked for, and says which ones cannot be written: the verdict stands. */
static void write_reports(const session *s, const check_report *report)
{
    const options *o = s->options;
    const struct {
        const char *file;
        void (*print)(const check_report *report, strbuf *out);
    } FORMS[] = {{o->html, check_html_print}, {o->sarif, check_sarif_print}};
    if (o->save_schedule && report->shown < report->count)
        write_text(s, o->save_schedule, &report->schedules[report->shown]);
    for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++) {
        strbuf text = {0};
        if (FORMS[i].file) {
            FORMS[i].print(report, &text);
            write_text(s, FORMS[i].file, &text);
        }
        strbuf_clear(&text);
    }
    if (o->debug_bundle)
        write_bundle(s, report);
    if (o->witness && check_witness_exists(report))
        write_witness(s, report);
}

/* Prints and writes all that was asked for; the exit code. */
static int tell(const session *s, check_report *report, property_set asked)
{
    const options *o = s->options;
    int code = EXIT_SAFE;
    report->files = o->files.data;
    report->file_count = o->files.size;
    print_report(o, s->style, report);
    write_reports(s, report);
    if (o->svcomp)
        svcomp_print_answer(asked, report);
    for (uint32_t i = 0; i < report->count; i++)
        code = show_worse_code(code, exit_code_of(report->results[i].verdict));
    return code;
}

static check_options check_options_for(const session *s)
{
    const options *o = s->options;
    check_options co = {
        .model_count = o->model_count,
        .unwind = (uint32_t)o->unwind,
        .ignored = o->ignored,
        .malloc_may_fail = o->malloc_may_fail,
        .engines = o->engines,
        .no_sections = o->no_sections,
        .leaves_memory = !FREES_AT_THE_END,
        .ord = o->ord,
        .budget = s->budget,
    };
    memcpy(co.models, o->models, sizeof co.models);
    return co;
}

int give_up_check(const session *s, const char *why)
{
    check_options co = check_options_for(s);
    check_result results[MODEL_COUNT] = {0};
    for (uint32_t i = 0; i < co.model_count; i++)
        results[i] = (check_result){
            .model = co.models[i],
            .verdict = CHECK_UNKNOWN,
            .message = alloc_string(why),
            .pc = IR_NONE,
        };
    ir_program *nothing = ir_program_new();
    check_report report;
    check_report_make(&report, nothing, &co, results, clock_wall_seconds() - s->budget->started);
    int code = tell(s, &report, 0);
    check_report_clear(&report);
    for (uint32_t i = 0; i < co.model_count; i++)
        check_result_clear(&results[i]);
    ir_program_free(nothing);
    return code;
}

static property_set ignored_properties(const options *o, property_set asked)
{
    return o->ignored | (o->svcomp ? property_all() & ~asked : 0);
}

static int check_properties(const session *s, const symex_bounds *bounds, property_set asked)
{
    const options *o = s->options;
    progress_line line = {.started = s->budget->started};
    check_options co = check_options_for(s);
    co.bounds = bounds->data;
    co.bound_count = bounds->size;
    co.ignored = ignored_properties(o, asked);
    co.on_progress = isatty(STDERR_FILENO) && !o->quiet ? show_progress : NULL;
    co.context = &line;
    check_result results[MODEL_COUNT];
    check_program(s->program, &co, results);
    check_report report;
    check_report_make(&report, s->program, &co, results, clock_wall_seconds() - s->budget->started);
    watch_end(s->watch);
    if (line.is_shown)
        fputs("\r\033[K", stderr);
    int code = tell(s, &report, asked);
    check_report_clear(&report);
    for (uint32_t i = 0; i < co.model_count; i++)
        check_result_clear(&results[i]);
    return code;
}

int command_check(const session *s)
{
    const char *file = s->options->svcomp;
    diag d = {0};
    symex_bounds bounds = {0};
    property_set asked = 0;
    int code;
    if (!parse_bounds(s, &bounds, &d) || (file && !svcomp_read(file, &asked, &d))) {
        code = report_error(&d);
    } else if (file && asked == 0) {
        fprintf(stderr, "heddle: the property in %s is not one that Heddle decides\n", file);
        svcomp_print_answer(asked, NULL);
        code = STATUS_UNSUPPORTED;
    } else if (!options_check_some_property(ignored_properties(s->options, asked), &d)) {
        code = report_error(&d);
    } else {
        code = check_properties(s, &bounds, asked);
    }
    vec_clear(&bounds);
    return code;
}
