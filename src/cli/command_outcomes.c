#include <unistd.h>

#include "base/clock.h"
#include "cli/show.h"
#include "machine/outcomes.h"
#include "report/result_json.h"
#include "report/visible.h"

typedef struct progress {
    double started;
    bool is_shown;
} progress;

static void show_progress(void *context, uint64_t states, uint64_t waiting)
{
    progress *p = context;
    double seconds = clock_wall_seconds() - p->started;
    if (seconds < 0.5)
        return;
    p->is_shown = true;
    fprintf(stderr, "\r%llu states, %llu waiting, %.0f s, %llu MiB ", (unsigned long long)states,
            (unsigned long long)waiting, seconds, (unsigned long long)(clock_peak_bytes() >> 20));
}

static void hide_progress(const progress *p)
{
    if (p->is_shown)
        fputs("\r\033[K", stderr);
}

static void print_places(const outcomes_result *r, const session *s, const model *model)
{
    visible_print(stdout, s->options->files.data[0]);
    printf(" under %s: ", model->name);
    if (s->options->observe)
        printf("%u outcome%s, ", r->finals.size, r->finals.size == 1 ? "" : "s");
    printf("%llu states\n", (unsigned long long)r->states);
    for (uint32_t i = 0; i < r->finals.size && !s->options->quiet; i++) {
        fputs("  ", stdout);
        visible_print(stdout, r->finals.data[i]);
        putchar('\n');
    }
}

/* What limits the result, for a person. */
static void print_limits(const session *s, const outcomes_result *r)
{
    if (r->end == OUTCOMES_UNSUPPORTED)
        report_unsupported(s, &r->stop);
    if (r->end == OUTCOMES_LIMIT)
        fprintf(stderr, "heddle: note: there may be more outcomes\n");
    if (r->buffers_were_cut)
        fprintf(stderr, "heddle: note: a store buffer was full (--buffer-bound %llu); there may be more outcomes\n",
                (unsigned long long)s->options->buffer_bound);
    if (r->values_were_cut)
        fprintf(
            stderr,
            "heddle: note: nondeterministic values were taken from %lld..%lld; others may do more (--nondet LO..HI)\n",
            (long long)s->options->nondet_low, (long long)s->options->nondet_high);
}

static int exit_code_of(const outcomes_result *r)
{
    if (r->violations.size > 0)
        return EXIT_VIOLATION;
    switch (r->end) {
    case OUTCOMES_ALL:
        return EXIT_SAFE;
    case OUTCOMES_PARTIAL:
        return EXIT_BOUNDED;
    case OUTCOMES_LIMIT:
        return STATUS_LIMIT;
    case OUTCOMES_UNSUPPORTED:
        break;
    }
    return STATUS_UNSUPPORTED;
}

static void print_result(const session *s, const model *model, const outcomes_result *r)
{
    print_places(r, s, model);
    for (uint32_t i = 0; i < r->deadlocks.size; i++) {
        printf("%sDEADLOCK%s: ", style_bad(s->style), style_end(s->style));
        visible_print(stdout, r->deadlocks.data[i]);
        putchar('\n');
    }
    for (uint32_t i = 0; i < r->violations.size; i++)
        print_violation(s, &r->violations.data[i].result);
    if (exit_code_of(r) == EXIT_SAFE)
        printf("%sSAFE%s: no execution violates an assertion or meets undefined behaviour\n", style_good(s->style),
               style_end(s->style));
    if (exit_code_of(r) == EXIT_BOUNDED)
        printf("BOUNDED: no violation within the bounds\n");
    if (exit_code_of(r) == STATUS_LIMIT)
        printf("UNKNOWN: gave up: %s\n", r->message);
    if (exit_code_of(r) == STATUS_UNSUPPORTED)
        printf("UNSUPPORTED: something that is not modelled is reachable\n");
}

/* The execution that is worth showing: the first violation's, or else the first deadlock's. */
static const machine_choices *shown_schedule(const outcomes_result *r)
{
    if (r->violations.size > 0)
        return &r->violations.data[0].schedule;
    return r->deadlocks.size > 0 ? &r->deadlock_schedules.data[0] : NULL;
}

static int explore(const session *s, const outcomes_places *p, const model *model, json *j)
{
    const options *o = s->options;
    machine_options mo = {
        .model = model,
        .malloc_may_fail = o->malloc_may_fail,
        .buffer_bound = (uint32_t)o->buffer_bound,
        .normalise = true,
    };
    progress shown = {.started = clock_wall_seconds()};
    outcomes_options oo = {
        .places = p->list.data,
        .place_count = p->list.size,
        .max_states = o->max_states,
        .timeout = budget_seconds_left(&s->budget->limits),
        .max_memory = o->memory << MEBIBYTE_BITS,
        .nondet_low = o->nondet_low,
        .nondet_high = o->nondet_high,
        .interrupt = &s->budget->is_cancelled,
        .on_progress = isatty(STDERR_FILENO) && !o->quiet ? show_progress : NULL,
        .context = &shown,
    };
    machine *m = machine_new(s->program->ir, &mo);
    outcomes_result r = outcomes_explore(m, &oo);
    double seconds = clock_wall_seconds() - shown.started;
    watch_hold(s->watch);
    hide_progress(&shown);
    if (o->json)
        result_json_outcomes(j, m, &oo, &r, seconds);
    else
        print_result(s, model, &r);
    int code = exit_code_of(&r);
    const machine_choices *schedule = shown_schedule(&r);
    if (schedule && (o->trace || o->save_schedule))
        show_execution(s, &mo, schedule, o->trace);
    if (!o->json)
        print_limits(s, &r);
    if (o->stats && !o->json)
        printf("%llu states, %llu transitions, %llu final, %llu blocked, %llu instructions, %.2f s, %llu MiB\n",
               (unsigned long long)r.states, (unsigned long long)r.transitions, (unsigned long long)r.complete,
               (unsigned long long)r.blocked, (unsigned long long)machine_instruction_count(m), seconds,
               (unsigned long long)(clock_peak_bytes() >> 20));
    watch_release(s->watch);
    outcomes_result_clear(&r);
    machine_free(m);
    return code;
}

int command_outcomes(const session *s)
{
    const options *o = s->options;
    diag d = {0};
    outcomes_places p = {0};
    if (o->observe && !outcomes_find_places(s->program->ir, o->observe, &p, &d)) {
        outcomes_places_clear(&p);
        return report_error(&d);
    }
    json j = {0};
    result_json_begin(&j, "outcomes", o->files.data, o->files.size);
    int code = EXIT_SAFE;
    for (uint32_t i = 0; i < o->model_count; i++)
        code = exit_code_worse(code, explore(s, &p, o->models[i], &j));
    watch_end(s->watch);
    result_json_end(&j);
    if (o->json)
        puts(strbuf_text(&j.text));
    strbuf_clear(&j.text);
    outcomes_places_clear(&p);
    return code;
}
