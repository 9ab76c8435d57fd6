#include <unistd.h>

#include "base/clock.h"
#include "cli/show.h"
#include "engine/check.h"
#include "machine/outcomes.h"
#include "report/check_json.h"
#include "report/check_text.h"
#include "report/result_json.h"

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

static machine_options machine_for(const session *s, const check_result *r)
{
    return (machine_options){
        .model = r->model,
        .malloc_may_fail = s->options->malloc_may_fail,
        .buffer_bound = CHECK_BUFFER_BOUND,
    };
}

static void add_json(const session *s, json *j, const check_result *r, double seconds)
{
    machine_options mo = machine_for(s, r);
    machine *m = machine_new(s->program, &mo);
    strbuf schedule = {0};
    if (r->verdict == CHECK_VIOLATION)
        outcomes_print_schedule(m, &r->schedule, &schedule);
    check_json_add(j, s->program, r, strbuf_text(&schedule), seconds);
    strbuf_clear(&schedule);
    machine_free(m);
}

/* The strongest model that is violated shows most plainly what is wrong. */
static const check_result *shown_violation(const check_result *results, uint32_t count)
{
    const check_result *found = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (results[i].verdict == CHECK_VIOLATION && (found == NULL || results[i].model < found->model))
            found = &results[i];
    return found;
}

static bool print_results(const session *s, const check_result *results, uint32_t count)
{
    const options *o = s->options;
    for (uint32_t i = 0; i < count; i++)
        check_text_print(&results[i], s->program, s->style, results[i].verdict >= CHECK_UNSUPPORTED ? stderr : stdout);
    const check_result *violation = shown_violation(results, count);
    bool ok = true;
    if (violation) {
        bool with_trace = !o->quiet && !o->no_trace;
        machine_options mo = machine_for(s, violation);
        if (with_trace)
            printf("\n%san execution under %s that fails:%s\n", style_faint(s->style),
                   machine_model_name(violation->model), style_end(s->style));
        ok = show_execution(s, &mo, &violation->schedule, with_trace);
        if (with_trace)
            printf("%sfails:%s %s\n", style_bad(s->style), style_end(s->style), violation->violation.message);
    }
    for (uint32_t i = 0; i < count && o->stats; i++)
        check_text_print_statistics(&results[i], stdout);
    return ok;
}

static bool print_json(const session *s, const check_result *results, uint32_t count, double seconds)
{
    json j = {0};
    const check_result *violation = shown_violation(results, count);
    result_json_begin(&j, "check", s->options->files.data, s->options->files.size);
    for (uint32_t i = 0; i < count; i++)
        add_json(s, &j, &results[i], seconds);
    result_json_end(&j);
    puts(strbuf_text(&j.text));
    strbuf_clear(&j.text);
    if (violation == NULL || s->options->save_schedule == NULL)
        return true;
    machine_options mo = machine_for(s, violation);
    return show_execution(s, &mo, &violation->schedule, false);
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
    bool is_written = o->json ? print_json(s, results, o->model_count, clock_wall_seconds() - line.started)
                              : print_results(s, results, o->model_count);
    int code = EXIT_SAFE;
    for (uint32_t i = 0; i < o->model_count; i++) {
        code = show_worse_code(code, exit_code_of(results[i].verdict));
        check_result_clear(&results[i]);
    }
    vec_clear(&bounds);
    return is_written ? code : STATUS_BAD_INPUT;
}
