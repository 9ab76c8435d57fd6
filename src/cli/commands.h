/* The subcommands. Each gets the parsed command line and returns the exit code. */
#ifndef HEDDLE_CLI_COMMANDS_H
#define HEDDLE_CLI_COMMANDS_H

#include "api/exit_code.h"
#include "base/strbuf.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/watch.h"

/* What every command shares: the program, and what it may take. */
typedef struct session {
    const options *options;
    heddle_program *program; /* NULL while it is being read, and where there is none */
    heddle_budget *budget;
    watch *watch;
    outputs *outputs;
    strbuf *bundle; /* --debug-bundle: what there is of it */
    style style;
} session;

/* The system takes memory back faster than it can be freed piece by piece. Where asserts are checked everything is
 * freed nevertheless, so that leaks show. */
enum {
#ifdef NDEBUG
    FREES_AT_THE_END = false
#else
    FREES_AT_THE_END = true
#endif
};

int command_check(const session *s);
int command_ir(const session *s);
int command_run(const session *s);
int command_outcomes(const session *s);
int command_classes(const session *s);
int command_schedules(const session *s);
int command_events(const session *s);
int command_loops(const session *s);
/* Are all files litmus tests, and does the command answer them in a way of their own? It loads them itself then. */
bool litmus_is_asked(const options *o);
int command_litmus(const session *s);
/* How far `heddle events` and `heddle loops` follow loops. */
heddle_unroll_options unroll_options_for(const session *s);
/* Needs no program: its input is a recorded execution. */
int command_consistent(const session *s);
/* Needs no program: its input is a SAT problem. */
int command_sat(const session *s);
/* Needs no program either: prints a script for a shell. */
int command_completion(const options *o);

/* Prints `heddle: error: message` to standard error; returns the status as exit code and clears the diagnostic. */
int report_error(diag *d);
/* The same for an error of the library. */
int report_library_error(heddle_error *error);
/* The same for one that still belongs to somebody else. */
int report_foreign_error(const heddle_error *error);
/* "VIOLATION: " or "DEADLOCK: ", and what it is. */
void print_bad(const session *s, const char *what, const char *text);
/* There is no answer, and this is why: says so in every form that was asked for. Returns the exit code. The session's
 * program is not looked at. */
int give_up(const session *s, const char *why);
/* The parts of it that print results: there, the program stands for one that was not loaded. */
int give_up_check(const session *s);
void give_up_outcomes_json(const session *s);
void give_up_classes_json(const session *s);
void give_up_run_json(const session *s);
/* The same for a recorded execution, which has no program. */
void give_up_consistent(const session *s, const char *why);

#endif
