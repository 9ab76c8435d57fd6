#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/bundle.h"
#include "cli/commands.h"
#include "frontend/frontend.h"

/* A signal handler can reach nothing else: the one mutable global of the program. */
static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

int report_error(diag *d)
{
    /* Messages that begin with a source position are complete. */
    bool has_position = strstr(d->message, ": error: ") != NULL;
    fprintf(stderr, "%s%s\n", has_position ? "" : "heddle: error: ", d->message);
    int code = d->status;
    diag_clear(d);
    return code;
}

int report_unsupported(const session *s, const machine_result *result)
{
    strbuf where = {0};
    ir_print_location(s->program, s->program->code.data[result->user_pc].location, &where);
    fprintf(stderr, "%s: error: not modelled: %s\n", strbuf_text(&where), result->message);
    strbuf_clear(&where);
    return STATUS_UNSUPPORTED;
}

void print_violation(const session *s, const machine_result *result)
{
    strbuf where = {0};
    ir_print_location(s->program, s->program->code.data[result->user_pc].location, &where);
    printf("%sVIOLATION%s: %s: %s\n", style_bad(s->style), style_end(s->style), strbuf_text(&where), result->message);
    strbuf_clear(&where);
}

bool write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    bool ok = file != NULL && fputs(text, file) >= 0;
    if (file && fclose(file) != 0)
        ok = false;
    if (!ok)
        fprintf(stderr, "heddle: error: cannot write %s: %s\n", name, strerror(errno));
    return ok;
}

static int run_command(const options *o)
{
    diag d = {0};
    frontend_options load = {
        .files = o->files.data,
        .file_count = o->files.size,
        .clang_arguments = o->clang_arguments.data,
        .clang_argument_count = o->clang_arguments.size,
        .plain_atomics = o->plain_atomics,
        .undefined_return_any = o->undefined_return_any,
    };
    /* First without a result: so that it is there even if there never will be one. */
    if (o->debug_bundle && !bundle_write(o, NULL))
        return STATUS_BAD_INPUT;
    session s = {
        .options = o,
        .program = frontend_load(&load, &d),
        .interrupt = &interrupted,
        .style = style_for(stdout, o->color),
    };
    if (s.program == NULL)
        return report_error(&d);
    int code = STATUS_INTERNAL;
    if (o->command == COMMAND_CHECK)
        code = command_check(&s);
    else if (o->command == COMMAND_IR)
        code = command_ir(&s);
    else if (o->command == COMMAND_RUN)
        code = command_run(&s);
    else if (o->command == COMMAND_OUTCOMES)
        code = command_outcomes(&s);
    else if (o->command == COMMAND_EVENTS)
        code = command_events(&s);
    else if (o->command == COMMAND_LOOPS)
        code = command_loops(&s);
    ir_program_free(s.program);
    return code;
}

/* Whoever closes the pipe behind us has read enough: that is no error. */
static bool has_reader_gone(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&output, 1, 0) > 0 && output.revents & (POLLERR | POLLHUP);
}

/* False after saying why not. */
static bool is_output_written(void)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    int error = errno; /* 0: an earlier write has failed */
    if (error == EPIPE || has_reader_gone())
        return true;
    fprintf(stderr, "heddle: error: cannot write the output%s%s\n", error ? ": " : "", error ? strerror(error) : "");
    return false;
}

int main(int argc, char **argv)
{
    options o;
    diag d = {0};
    int code = 0;
    if (!options_parse(&o, argc, argv, &d)) {
        code = report_error(&d);
    } else if (o.wants_version) {
        printf("heddle %s\n", HEDDLE_VERSION);
    } else if (o.wants_help) {
        options_help(o.command, stdout);
    } else {
        struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
        sigaction(SIGINT, &action, NULL);
        sigaction(SIGTERM, &action, NULL);
        signal(SIGPIPE, SIG_IGN);
        if (o.command == COMMAND_SAT)
            code = command_sat(&o, &interrupted);
        else if (o.command == COMMAND_COMPLETION)
            code = command_completion(&o);
        else
            code = run_command(&o);
    }
    options_clear(&o);
    return is_output_written() ? code : STATUS_BAD_INPUT;
}
