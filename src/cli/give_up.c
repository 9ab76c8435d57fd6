/* What the commands say if time, memory or patience have run out before there was anything to say. */
#include "cli/commands.h"

/* In the form that was asked for. */
static void print_nothing(const session *s, const char *why)
{
    command c = s->options->command;
    if (s->options->json && c == COMMAND_OUTCOMES)
        give_up_outcomes_json(s);
    else if (s->options->json && c == COMMAND_CLASSES)
        give_up_classes_json(s);
    else if (s->options->json && c == COMMAND_RUN)
        give_up_run_json(s);
    else if (c == COMMAND_OUTCOMES || c == COMMAND_CLASSES || c == COMMAND_SCHEDULES)
        printf("UNKNOWN: gave up: %s\n", why);
    else if (c == COMMAND_CONSISTENT)
        give_up_consistent(s, why);
    else
        fprintf(stderr, "heddle: error: gave up: %s\n", why);
}

int give_up(const session *s, const char *why)
{
    const options *o = s->options;
    session without = *s;
    heddle_load_options load = {.files = o->files.data, .file_count = o->files.size};
    int code = STATUS_LIMIT;
    without.program = heddle_load_nothing(&load, why);
    if (o->command == COMMAND_CHECK)
        code = give_up_check(&without);
    else
        print_nothing(&without, why);
    heddle_program_free(without.program);
    return code;
}
