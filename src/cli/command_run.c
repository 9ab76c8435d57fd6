#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/commands.h"
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

/* ---- while it runs ---- */

static void print_step(void *stream, const char *line)
{
    fputs(line, stream);
}

static void print_output(void *context, int stream, const char *bytes, size_t size)
{
    (void)context;
    if (stream == STDOUT_FILENO || stream == STDERR_FILENO)
        fwrite(bytes, 1, size, stream == STDERR_FILENO ? stderr : stdout);
}

static heddle_execution *run(const session *s, const char *schedule)
{
    const options *o = s->options;
    heddle_run_options ro = {
        .model = o->models,
        .schedule = schedule,
        .schedule_name = o->schedule,
        .seed = o->seed,
        .max_steps = o->max_steps ? o->max_steps : UINT64_MAX,
        .budget = s->budget,
        .buffer_bound = options_buffer_bound(o),
        .malloc_may_fail = o->malloc_may_fail,
        .ends = o->ends,
        .keep_schedule = o->save_schedule != NULL,
        .color = s->style.is_on,
        .trace = o->trace ? print_step : NULL,
        .output = o->output ? print_output : NULL,
        .context = o->json ? stderr : stdout,
    };
    return heddle_run(s->program, &ro);
}

/* ---- how it ended ---- */

static double counted(const heddle_execution *x, const char *name)
{
    size_t i = 0;
    while (strcmp(heddle_execution_counter(x, i).name, name) != 0)
        i++;
    return heddle_execution_counter(x, i).value;
}

static void print_end(const session *s, const heddle_execution *x)
{
    const char *message = heddle_execution_message(x);
    double steps = counted(x, "steps");
    const char *unit = steps == 1 ? "step" : "steps";
    switch (heddle_execution_end(x)) {
    case HEDDLE_END_FINISHED:
        printf("finished after %.0f %s\n", steps, unit);
        break;
    case HEDDLE_END_EXITED:
        printf("finished after %.0f %s, while other threads were still waiting\n", steps, unit);
        break;
    case HEDDLE_END_BLOCKED:
        printf("nobody can go on after %.0f %s: a thread was stopped by an assume or in an atomic block\n", steps,
               unit);
        break;
    case HEDDLE_END_DEADLOCK:
        print_bad(s, "DEADLOCK", message);
        break;
    case HEDDLE_END_VIOLATION:
        print_bad(s, "VIOLATION", message);
        break;
    case HEDDLE_END_UNSUPPORTED:
        visible_print(stderr, message);
        fputc('\n', stderr);
        break;
    case HEDDLE_END_LIMIT:
        fprintf(stderr, "heddle: error: gave up: %s\n", message);
        break;
    case HEDDLE_END_UNFINISHED:
        printf("not finished after %.0f %s\n", steps, unit);
        break;
    case HEDDLE_END_MISFIT:
        fprintf(stderr, "heddle: error: %s: %s\n", s->options->schedule, message);
        break;
    }
}

static void print_json(const heddle_execution *x)
{
    char *text = heddle_execution_json(x);
    puts(text);
    free(text);
}

static void print_statistics(const heddle_execution *x)
{
    double instructions = counted(x, "instructions"), seconds = counted(x, "seconds");
    printf("%.0f instructions in %.3f s, %.1f million per second\n", instructions, seconds,
           instructions / (seconds > 0 ? seconds : 1e-9) * 1e-6);
}

static void tell(const session *s, const heddle_execution *x)
{
    const options *o = s->options;
    const char *schedule = heddle_execution_schedule(x);
    if (o->json)
        print_json(x);
    else
        print_end(s, x);
    if (o->save_schedule)
        outputs_write(s->outputs, o->save_schedule, schedule, strlen(schedule));
    if (o->stats && !o->json)
        print_statistics(x);
}

/* ---- the command ---- */

void give_up_run_json(const session *s)
{
    heddle_execution *x = run(s, NULL);
    print_json(x);
    heddle_execution_free(x);
}

int command_run(const session *s)
{
    char *schedule = NULL;
    if (s->options->schedule && (schedule = read_schedule_text(s->options->schedule)) == NULL)
        return STATUS_BAD_INPUT;
    heddle_execution *x = run(s, schedule);
    int code = heddle_execution_exit_code(x);
    watch_end(s->watch);
    if (heddle_execution_error(x))
        report_foreign_error(heddle_execution_error(x));
    else
        tell(s, x);
    heddle_execution_free(x);
    free(schedule);
    return code;
}
