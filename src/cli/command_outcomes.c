#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/commands.h"
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
    if (heddle_unsupported_was_reached(e)) {
        visible_print(stderr, heddle_message(e));
        fputc('\n', stderr);
    }
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

/* Of the execution that is worth showing; NULL if there is none. */
static const char *shown_schedule(const heddle_exploration *e)
{
    if (heddle_violation_count(e) > 0)
        return heddle_violation_schedule(e, 0);
    return heddle_deadlock_count(e) > 0 ? heddle_deadlock_schedule(e, 0) : NULL;
}

static void show_execution(const session *s, const heddle_exploration *e)
{
    const options *o = s->options;
    const char *schedule = shown_schedule(e);
    if (schedule == NULL)
        return;
    if (o->trace) {
        char *trace = heddle_exploration_trace(e, s->style.is_on);
        fputs(trace, o->json ? stderr : stdout);
        free(trace);
    }
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

static void tell(const session *s, const heddle_exploration *e, heddle_model model)
{
    const options *o = s->options;
    if (!o->json)
        print_result(s, e, model);
    show_execution(s, e);
    if (!o->json)
        print_limits(s, e);
    if (o->stats && !o->json)
        print_statistics(e);
}

/* ---- exploring ---- */

typedef VEC(heddle_exploration *) explorations;

static void print_json(const explorations *all)
{
    char *text = heddle_explorations_json((const heddle_exploration *const *)all->data, all->size);
    puts(text);
    free(text);
}

static void free_explorations(explorations *all)
{
    for (uint32_t i = 0; i < all->size; i++)
        heddle_exploration_free(all->data[i]);
    vec_clear(all);
}

static heddle_exploration *explore(const session *s, heddle_model model, progress *shown)
{
    const options *o = s->options;
    heddle_explore_options eo = {
        .observe = o->observe,
        .max_states = o->max_states ? o->max_states : UINT64_MAX,
        .malloc_may_fail = o->malloc_may_fail,
        .ends = o->ends,
        .budget = s->budget,
        .buffer_bound = options_buffer_bound(o),
        .nondet = &o->nondet,
        .progress = shown && isatty(STDERR_FILENO) && !o->quiet ? show_progress : NULL,
        .context = shown,
    };
    return heddle_explore(s->program, model, &eo);
}

static int explore_and_tell(const session *s, heddle_model model, explorations *all)
{
    progress shown = {.started = clock_wall_seconds()};
    heddle_exploration *e = explore(s, model, &shown);
    vec_push(all, e);
    watch_hold(s->watch);
    hide_progress(&shown);
    if (heddle_exploration_error(e))
        report_foreign_error(heddle_exploration_error(e));
    else
        tell(s, e, model);
    watch_release(s->watch);
    return heddle_exploration_exit_code(e);
}

void give_up_outcomes_json(const session *s)
{
    explorations all = {0};
    for (unsigned m = 0; heddle_model_name((heddle_model)m); m++)
        if (options_has_model(s->options, (heddle_model)m))
            vec_push(&all, explore(s, (heddle_model)m, NULL));
    print_json(&all);
    free_explorations(&all);
}

int command_outcomes(const session *s)
{
    explorations all = {0};
    int code = EXIT_SAFE;
    for (unsigned m = 0; heddle_model_name((heddle_model)m) && code != STATUS_BAD_INPUT; m++)
        if (options_has_model(s->options, (heddle_model)m))
            code = exit_code_worse(code, explore_and_tell(s, (heddle_model)m, &all));
    watch_end(s->watch);
    if (s->options->json && code != STATUS_BAD_INPUT)
        print_json(&all);
    free_explorations(&all);
    return code;
}
