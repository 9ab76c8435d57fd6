#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/commands.h"
#include "machine/run.h"
#include "report/result_json.h"
#include "report/trace.h"
#include "report/visible.h"

static char *read_schedule_text(const char *name)
{
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        fprintf(stderr, "heddle: error: cannot read %s: %s\n", name, strerror(errno));
        return NULL;
    }
    strbuf text = {0};
    for (int c; (c = fgetc(file)) != EOF;)
        strbuf_add_char(&text, (char)c);
    bool is_read = !ferror(file);
    if (!is_read)
        fprintf(stderr, "heddle: error: cannot read %s: %s\n", name, strerror(errno));
    fclose(file);
    char *result = strbuf_take(&text);
    if (is_read)
        return result;
    free(result);
    return NULL;
}

/* The schedule to follow, and the model it names. False after saying why not. */
static bool load_schedule(const options *o, schedule *replay, const model **model)
{
    diag d = {0};
    char *text = read_schedule_text(o->schedule);
    if (text == NULL)
        return false;
    bool ok = schedule_parse(text, o->schedule, replay, &d);
    free(text);
    if (!ok) {
        report_error(&d);
        return false;
    }
    if (replay->model && o->has_model && replay->model != *model) {
        fprintf(stderr, "heddle: error: %s is a schedule for %s; run it with --mm %s, or without --mm\n", o->schedule,
                replay->model->name, replay->model->name);
        schedule_clear(replay);
        return false;
    }
    if (replay->model)
        *model = replay->model;
    return true;
}

static void on_output(void *context, int stream, const char *bytes, size_t size)
{
    (void)context;
    if (stream == STDOUT_FILENO || stream == STDERR_FILENO)
        fwrite(bytes, 1, size, stream == STDERR_FILENO ? stderr : stdout);
}

static int exit_code_of(run_end end)
{
    switch (end) {
    case RUN_VIOLATION:
        return EXIT_VIOLATION;
    case RUN_UNSUPPORTED:
        return STATUS_UNSUPPORTED;
    case RUN_LIMIT:
    case RUN_UNFINISHED:
        return STATUS_LIMIT;
    case RUN_MISFIT:
        return STATUS_BAD_INPUT;
    default:
        return EXIT_SAFE;
    }
}

static void print_end(const session *s, const run_result *r)
{
    unsigned long long steps = r->steps;
    const char *unit = steps == 1 ? "step" : "steps";
    switch (r->end) {
    case RUN_COMPLETE:
        printf("finished after %llu %s\n", steps, unit);
        break;
    case RUN_EXITED:
        printf("finished after %llu %s, while other threads were still waiting\n", steps, unit);
        break;
    case RUN_BLOCKED:
        printf("nobody can go on after %llu %s: a thread was stopped by an assume or in an atomic block\n", steps,
               unit);
        break;
    case RUN_DEADLOCK:
        printf("%sDEADLOCK%s: ", style_bad(s->style), style_end(s->style));
        visible_print(stdout, r->text);
        putchar('\n');
        break;
    case RUN_VIOLATION:
        print_violation(s, &r->result);
        break;
    case RUN_UNSUPPORTED:
        report_unsupported(s, &r->result);
        break;
    case RUN_LIMIT:
        fprintf(stderr, "heddle: error: gave up: %s\n", r->result.message);
        break;
    case RUN_UNFINISHED:
        printf("not finished after %llu %s\n", steps, unit);
        break;
    case RUN_MISFIT:
        fprintf(stderr, "heddle: error: %s: %s\n", s->options->schedule, r->text);
        break;
    }
}

static void print_json(const session *s, const machine *m, const run_result *r, double seconds)
{
    json j = {0};
    result_json_begin(&j, "run", s->options->files.data, s->options->files.size);
    result_json_run(&j, m, r, seconds);
    result_json_end(&j);
    puts(strbuf_text(&j.text));
    strbuf_clear(&j.text);
}

int command_run(const session *s)
{
    const options *o = s->options;
    schedule replay = {0};
    const model *model = o->models[0];
    if (o->schedule && !load_schedule(o, &replay, &model))
        return STATUS_BAD_INPUT;
    trace t;
    recording steps = {0};
    trace_init(&t, o->json ? stderr : stdout, s->style);
    trace_follow(&t, &steps);
    machine_options mo = {
        .model = model,
        .malloc_may_fail = o->malloc_may_fail,
        .buffer_bound = (uint32_t)o->buffer_bound,
        .on_event = o->trace ? recording_event : NULL,
        .on_output = o->output ? on_output : NULL,
        .context = &steps,
    };
    machine *m = machine_new(s->program->ir, &mo);
    steps.m = m;
    run_options ro = {
        .seed = o->seed,
        .max_steps = o->max_steps,
        .timeout = budget_seconds_left(&s->budget->limits),
        .replay = o->schedule ? &replay : NULL,
        .interrupt = &s->budget->is_cancelled,
    };
    double started = clock_cpu_seconds();
    run_result r = run_once(m, &ro, o->save_schedule != NULL);
    double seconds = clock_cpu_seconds() - started;
    watch_end(s->watch);
    recording_finish(&steps);
    int code = exit_code_of(r.end);
    if (o->json)
        print_json(s, m, &r, seconds);
    else
        print_end(s, &r);
    if (o->save_schedule)
        outputs_write(s->outputs, o->save_schedule, strbuf_text(&r.schedule), r.schedule.size);
    if (o->stats && !o->json)
        printf("%llu instructions in %.3f s, %.1f million per second\n",
               (unsigned long long)machine_instruction_count(m), seconds,
               (double)machine_instruction_count(m) / (seconds > 0 ? seconds : 1e-9) * 1e-6);
    run_result_clear(&r);
    machine_free(m);
    recording_clear(&steps);
    trace_clear(&t);
    schedule_clear(&replay);
    return code;
}
