#include <stdlib.h>
#include <unistd.h>

#include "api/exploration.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "cli/commands.h"
#include "report/result_json.h"
#include "report/visible.h"

typedef struct progress {
    double started;
    bool is_shown;
} progress;

static int show_progress(void *context, uint64_t states, uint64_t waiting)
{
    progress *p = context;
    double seconds = clock_wall_seconds() - p->started;
    if (seconds < 0.5)
        return 0;
    p->is_shown = true;
    fprintf(stderr, "\r%llu states, %llu waiting, %.0f s, %llu MiB ", (unsigned long long)states,
            (unsigned long long)waiting, seconds, (unsigned long long)(clock_peak_bytes() >> MEBIBYTE_BITS));
    return 0;
}

static void hide_progress(const progress *p)
{
    if (p->is_shown)
        fputs("\r\033[K", stderr);
}

/* ---- telling ---- */

static void print_line(const char *before, const char *text)
{
    fputs(before, stdout);
    visible_print(stdout, text);
    putchar('\n');
}

static void print_places(const session *s, const heddle_exploration *e, heddle_model model)
{
    size_t count = heddle_outcome_count(e);
    visible_print(stdout, s->options->files.data[0]);
    printf(" under %s: ", heddle_model_name(model));
    if (s->options->observe)
        printf("%zu outcome%s, ", count, count == 1 ? "" : "s");
    printf("%llu states\n", (unsigned long long)heddle_state_count(e));
    for (size_t i = 0; i < count && !s->options->quiet; i++)
        print_line("  ", heddle_outcome_text(e, i));
}

/* What limits the result, for a person. */
static void print_limits(const session *s, const heddle_exploration *e)
{
    const options *o = s->options;
    strbuf complaint = {0};
    if (api_exploration_complain(e, &complaint)) {
        strbuf_add_char(&complaint, '\n');
        visible_print(stderr, strbuf_text(&complaint));
    }
    strbuf_clear(&complaint);
    if (heddle_limit_was_reached(e))
        fprintf(stderr, "heddle: note: there may be more outcomes\n");
    if (heddle_buffers_were_cut(e))
        fprintf(stderr, "heddle: note: a store buffer was full (--buffer-bound %llu); there may be more outcomes\n",
                (unsigned long long)o->buffer_bound);
    if (heddle_values_were_cut(e))
        fprintf(
            stderr,
            "heddle: note: nondeterministic values were taken from %lld..%lld; others may do more (--nondet LO..HI)\n",
            (long long)o->nondet.low, (long long)o->nondet.high);
}

static void print_bad(const session *s, const char *what, const char *text)
{
    printf("%s%s%s: ", style_bad(s->style), what, style_end(s->style));
    print_line("", text);
}

static void print_verdict(const session *s, const heddle_exploration *e)
{
    switch (heddle_verdict_of(e)) {
    case HEDDLE_SAFE:
        printf("%sSAFE%s: no execution violates an assertion or meets undefined behaviour\n", style_good(s->style),
               style_end(s->style));
        break;
    case HEDDLE_BOUNDED:
        printf("BOUNDED: no violation within the bounds\n");
        break;
    case HEDDLE_UNKNOWN:
        printf("UNKNOWN: gave up: %s\n", heddle_message(e));
        break;
    case HEDDLE_UNSUPPORTED:
        printf("UNSUPPORTED: something that is not modelled is reachable\n");
        break;
    case HEDDLE_VIOLATION:
        break;
    }
}

static void print_result(const session *s, const heddle_exploration *e, heddle_model model)
{
    print_places(s, e, model);
    for (size_t i = 0; i < heddle_deadlock_count(e); i++)
        print_bad(s, "DEADLOCK", heddle_deadlock_text(e, i));
    for (size_t i = 0; i < heddle_violation_count(e); i++)
        print_bad(s, "VIOLATION", heddle_violation_text(e, i));
    print_verdict(s, e);
}

static void show_execution(const session *s, const heddle_exploration *e)
{
    const options *o = s->options;
    const char *schedule = api_exploration_schedule(e);
    if (schedule == NULL)
        return;
    if (o->trace)
        api_exploration_trace(e, o->json ? stderr : stdout, s->style);
    if (o->save_schedule)
        outputs_write(s->outputs, o->save_schedule, schedule, strlen(schedule));
}

static double counted(const heddle_exploration *e, const char *name)
{
    size_t i = 0;
    while (strcmp(heddle_exploration_counter(e, i).name, name) != 0)
        i++;
    return heddle_exploration_counter(e, i).value;
}

static void print_statistics(const heddle_exploration *e)
{
    printf("%.0f states, %.0f transitions, %.0f final, %.0f blocked, %.0f instructions, %.2f s, %llu MiB\n",
           counted(e, "states"), counted(e, "transitions"), counted(e, "final"), counted(e, "blocked"),
           counted(e, "instructions"), counted(e, "seconds"),
           (unsigned long long)(clock_peak_bytes() >> MEBIBYTE_BITS));
}

static void tell(const session *s, const heddle_exploration *e, heddle_model model, json *j)
{
    const options *o = s->options;
    if (o->json)
        api_exploration_json(e, j);
    else
        print_result(s, e, model);
    show_execution(s, e);
    if (!o->json)
        print_limits(s, e);
    if (o->stats && !o->json)
        print_statistics(e);
}

/* ---- exploring ---- */

static int explore(const session *s, heddle_model model, json *j)
{
    const options *o = s->options;
    progress shown = {.started = clock_wall_seconds()};
    heddle_explore_options eo = {
        .observe = o->observe,
        .max_states = o->max_states ? o->max_states : UINT64_MAX,
        .malloc_may_fail = o->malloc_may_fail,
        .budget = s->budget,
        .buffer_bound = o->buffer_bound ? (unsigned)o->buffer_bound : HEDDLE_NO_BOUND,
        .nondet = &o->nondet,
        .progress = isatty(STDERR_FILENO) && !o->quiet ? show_progress : NULL,
        .context = &shown,
    };
    heddle_exploration *e = heddle_explore(s->program, model, &eo);
    const heddle_error *error = heddle_exploration_error(e);
    int code = heddle_exploration_exit_code(e);
    watch_hold(s->watch);
    hide_progress(&shown);
    if (error)
        report_library_error(&(heddle_error){error->exit_code, alloc_string(error->message)});
    else
        tell(s, e, model, j);
    watch_release(s->watch);
    heddle_exploration_free(e);
    return code;
}

int command_outcomes(const session *s)
{
    const options *o = s->options;
    json j = {0};
    int code = EXIT_SAFE;
    result_json_begin(&j, "outcomes", o->files.data, o->files.size);
    for (uint32_t i = 0; i < o->model_count && code != STATUS_BAD_INPUT; i++)
        code = exit_code_worse(code, explore(s, api_model_number(o->models[i]), &j));
    watch_end(s->watch);
    result_json_end(&j);
    if (o->json && code != STATUS_BAD_INPUT)
        puts(strbuf_text(&j.text));
    strbuf_clear(&j.text);
    return code;
}
