#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/watching.h"
#include "base/alloc.h"
#include "cli/bundle.h"
#include "cli/commands.h"
#include "report/visible.h"

static void print_error(const char *message)
{
    /* Messages that begin with a source position are complete. */
    bool has_position = strstr(message, ": error: ") != NULL;
    fputs(has_position ? "" : "heddle: error: ", stderr);
    visible_print(stderr, message);
    fputc('\n', stderr);
}

int report_error(diag *d)
{
    print_error(d->message);
    int code = d->status;
    diag_clear(d);
    return code;
}

int report_library_error(heddle_error *error)
{
    print_error(error->message);
    int code = error->exit_code;
    heddle_error_clear(error);
    return code;
}

int report_foreign_error(const heddle_error *error)
{
    return report_library_error(&(heddle_error){error->exit_code, alloc_string(error->message)});
}

void print_bad(const session *s, const char *what, const char *text)
{
    printf("%s%s%s: ", style_bad(s->style), what, style_end(s->style));
    visible_print(stdout, text);
    putchar('\n');
}

/* ---- programs ---- */

static int run_on_program(const session *s)
{
    static int (*const RUN[COMMAND_COUNT])(const session *) = {
        [COMMAND_CHECK] = command_check,       [COMMAND_IR] = command_ir,
        [COMMAND_RUN] = command_run,           [COMMAND_CLASSES] = command_classes,
        [COMMAND_OUTCOMES] = command_outcomes, [COMMAND_EVENTS] = command_events,
        [COMMAND_LOOPS] = command_loops,       [COMMAND_SCHEDULES] = command_schedules,
    };
    return RUN[s->options->command](s);
}

static bool looks_for(const options *o, heddle_property property)
{
    return o->command == COMMAND_CHECK && (options_properties(o) & property);
}

static int load_and_run(session *s)
{
    const options *o = s->options;
    heddle_error error = {0};
    heddle_load_options load = {
        .files = o->files.data,
        .file_count = o->files.size,
        .clang_arguments = o->clang_arguments.data,
        .clang_argument_count = o->clang_arguments.size,
        .plain_atomics = o->plain_atomics,
        .undefined_return_any = o->undefined_return_any,
        .overflow_is_error = o->overflow_is_error || (looks_for(o, HEDDLE_OVERFLOW) && !o->svcomp),
        .unset_is_error = o->unset_is_error || (looks_for(o, HEDDLE_UNINITIALISED) && !o->svcomp),
        .svcomp = o->svcomp,
        .budget = s->budget,
    };
    if (o->debug_bundle && !bundle_make(s, &load))
        return STATUS_BAD_INPUT;
    s->program = heddle_load_with(&load, &error);
    if (s->program == NULL) {
        watch_end(s->watch);
        if (error.exit_code != STATUS_LIMIT)
            return report_library_error(&error);
        int code = give_up(s, error.message);
        heddle_error_clear(&error);
        return code;
    }
    int code = run_on_program(s);
    if (FREES_AT_THE_END)
        heddle_program_free(s->program);
    return code;
}

static int run_command(session *s)
{
    diag d = {0};
    if (!outputs_open(s->outputs, s->options, &d)) {
        watch_end(s->watch);
        outputs_close(s->outputs);
        return report_error(&d);
    }
    int code = s->options->command == COMMAND_SAT          ? command_sat(s)
               : s->options->command == COMMAND_CONSISTENT ? command_consistent(s)
               : litmus_is_asked(s->options)               ? command_litmus(s)
                                                           : load_and_run(s);
    watch_end(s->watch);
    outputs_close(s->outputs);
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

/* ---- the end ---- */

/* The verdict stands even if nobody could be told but by the exit code. */
static int exit_code_for(const options *o, int code)
{
    bool has_verdict = o->command == COMMAND_CHECK || o->command == COMMAND_OUTCOMES || o->command == COMMAND_CLASSES ||
                       o->command == COMMAND_CONSISTENT;
    return is_output_written() || has_verdict ? code : STATUS_BAD_INPUT;
}

/* The work did not stop when it was asked to. It may be in the middle of printing, so its output is not waited for. */
static void end_now(void *context, const char *why)
{
    const session *s = context;
    api_budget_end_load(s->budget);
    int code = give_up(s, why);
    outputs_close(s->outputs);
    if (ftrylockfile(stdout) == 0)
        fflush(stdout);
    _exit(code);
}

static int run_watched(const options *o)
{
    outputs files = {0};
    strbuf bundle = {0};
    session s = {
        .options = o,
        .budget = heddle_budget_new(o->timeout, o->memory << MEBIBYTE_BITS),
        .outputs = &files,
        .bundle = &bundle,
        .style = style_for(stdout, o->color),
    };
    watch w = {.budget = s.budget, .give_up = end_now, .context = &s};
    s.watch = &w;
    signal(SIGPIPE, SIG_IGN);
    watch_start(&w);
    int code = run_command(&s);
    strbuf_clear(&bundle);
    heddle_budget_free(s.budget);
    return code;
}

/* A file that is opened must not get the number of a standard stream that is closed, and what is printed with it.
 * Nothing can be written to what takes their place, so that output which nobody gets is still noticed. */
static void fill_standard_streams(void)
{
    int descriptor;
    do
        descriptor = open("/dev/null", O_RDONLY);
    while (descriptor >= 0 && descriptor <= STDERR_FILENO);
    if (descriptor > STDERR_FILENO)
        close(descriptor);
}

int main(int argc, char **argv)
{
    fill_standard_streams();
    options o;
    diag d = {0};
    int code = 0;
    if (!options_parse(&o, argc, argv, &d))
        code = report_error(&d);
    else if (o.wants_version)
        printf("heddle %s\n", heddle_version());
    else if (o.wants_help)
        options_help(o.command, stdout);
    else if (o.command == COMMAND_COMPLETION)
        code = command_completion(&o);
    else
        code = run_watched(&o);
    code = exit_code_for(&o, code);
    options_clear(&o);
    if (!FREES_AT_THE_END)
        _exit(code);
    return code;
}
