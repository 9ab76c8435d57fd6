#include <ctype.h>
#include <stdlib.h>

#include "cli/commands.h"
#include "report/visible.h"

/* "tso-007.schedule" */
static void name_schedule(heddle_model model, size_t i, strbuf *name)
{
    for (const char *letter = heddle_model_name(model); *letter; letter++)
        strbuf_add_char(name, (char)tolower((unsigned char)*letter));
    strbuf_addf(name, "-%03zu.schedule", i + 1);
}

static void print_end(const session *s, const heddle_schedules *found, size_t i)
{
    const char *message = heddle_schedule_message(found, i);
    switch (heddle_schedule_end(found, i)) {
    case HEDDLE_END_VIOLATION:
        print_bad(s, "VIOLATION", message);
        break;
    case HEDDLE_END_DEADLOCK:
        print_bad(s, "DEADLOCK", message);
        break;
    case HEDDLE_END_FINISHED:
    case HEDDLE_END_EXITED:
        puts("finishes");
        break;
    default:
        puts("does not finish: a thread is stopped, or waits");
        break;
    }
}

/* False after saying why one could not be written. */
static bool write_schedules(const session *s, const heddle_schedules *found, heddle_model model)
{
    bool is_written = true;
    for (size_t i = 0; i < heddle_schedule_count(found) && is_written; i++) {
        strbuf name = {0};
        name_schedule(model, i, &name);
        is_written = outputs_write_into(s->outputs, strbuf_text(&name), heddle_schedule_text(found, i));
        if (is_written && !s->options->quiet) {
            printf("%s: ", strbuf_text(&name));
            print_end(s, found, i);
        }
        strbuf_clear(&name);
    }
    return is_written;
}

static void print_summary(const session *s, const heddle_schedules *found, heddle_model model)
{
    size_t count = heddle_schedule_count(found);
    printf("%zu schedule%s under %s in ", count, count == 1 ? "" : "s", heddle_model_name(model));
    visible_print(stdout, s->options->out);
    if (heddle_schedules_are_all(found)) {
        puts(" show all that threads can do");
        return;
    }
    fputs("; threads may do more: ", stdout);
    visible_print(stdout, heddle_schedules_message(found));
    putchar('\n');
}

static int find_and_write(const session *s, heddle_model model)
{
    heddle_schedules *found =
        heddle_find_schedules(s->program, model, &(heddle_schedules_options){.budget = s->budget});
    int code = heddle_schedules_exit_code(found);
    watch_hold(s->watch);
    if (!write_schedules(s, found, model))
        code = STATUS_BAD_INPUT;
    else
        print_summary(s, found, model);
    watch_release(s->watch);
    heddle_schedules_free(found);
    return code;
}

int command_schedules(const session *s)
{
    int code = EXIT_SAFE;
    for (unsigned m = 0; heddle_model_name((heddle_model)m) && code != STATUS_BAD_INPUT; m++)
        if (options_has_model(s->options, (heddle_model)m))
            code = exit_code_worse(code, find_and_write(s, (heddle_model)m));
    watch_end(s->watch);
    return code;
}
