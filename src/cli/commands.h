/* The subcommands. Each gets the parsed command line and returns the exit code. */
#ifndef HEDDLE_CLI_COMMANDS_H
#define HEDDLE_CLI_COMMANDS_H

#include <signal.h>

#include "cli/options.h"
#include "ir/ir.h"
#include "symex/symex.h"

/* What every command shares: the program, and whether the user has pressed Ctrl-C. */
typedef struct session {
    const options *options;
    ir_program *program;
    const volatile sig_atomic_t *interrupt;
    style style;
} session;

enum {
    EXIT_SAFE = 0,
    EXIT_BOUNDED = 4,
    EXIT_VIOLATION = 10,
};

typedef VEC(symex_bound) symex_bounds;

int command_check(const session *s);
int command_ir(const session *s);
int command_run(const session *s);
int command_outcomes(const session *s);
int command_events(const session *s);
int command_loops(const session *s);
/* The bounds of --unwindset, "main.0:5,worker.1:3": the names are those that `heddle loops` prints. */
bool parse_bounds(const session *s, symex_bounds *list, diag *d);
/* Symbolic execution as the command line says; NULL with a diagnostic if that cannot be done. */
symex *run_symex(const session *s, diag *d);
/* Needs no program: its input is a SAT problem. */
int command_sat(const options *o, const volatile sig_atomic_t *interrupt);
/* Needs no program either: prints a script for a shell. */
int command_completion(const options *o);

/* Prints `heddle: error: message` to standard error; returns the status as exit code and clears the diagnostic. */
int report_error(diag *d);
/* "file:line: error: reached MESSAGE ..." for what is not modelled. */
int report_unsupported(const session *s, const machine_result *result);
/* "sb.c:21: " in front of a violation's message. */
void print_violation(const session *s, const machine_result *result);
/* Writes text to a file; false after saying why not. */
bool write_file(const char *name, const char *text);

#endif
