/* The command line: one table of options (options.c) from which parsing and help are made. */
#ifndef HEDDLE_CLI_OPTIONS_H
#define HEDDLE_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"
#include "heddle.h"
#include "report/style.h"

typedef enum command {
    COMMAND_NONE,
    COMMAND_CHECK,
    COMMAND_IR,
    COMMAND_RUN,
    COMMAND_OUTCOMES,
    COMMAND_CLASSES,
    COMMAND_SCHEDULES,
    COMMAND_EVENTS,
    COMMAND_LOOPS,
    COMMAND_CONSISTENT,
    COMMAND_SAT,
    COMMAND_COMPLETION,
    COMMAND_COUNT
} command;

enum { MEBIBYTE_BITS = 20 }; /* --memory counts in these */

typedef struct options {
    command command;
    int argument_count; /* the whole command line */
    char *const *arguments;
    bool wants_help, wants_version;
    VEC(const char *) files;
    VEC(const char *) clang_arguments;
    unsigned models; /* bits 1 << heddle_model; 0: none is named */
    char *cat;       /* the file of HEDDLE_CAT; owned */
    int plain_atomics, undefined_return_any, overflow_is_error, unset_is_error;
    bool malloc_may_fail;
    unsigned ends;       /* of the program, that run and outcomes look at */
    const char *engines; /* NULL: the default */
    bool trace, no_trace, all, output, json, dot, quiet, verbose, stats;
    unsigned ignored;      /* violations that do not count: bits of heddle_property */
    bool names_properties; /* by --property: all others are ignored, also those that count by request only */
    heddle_advanced_options advanced;
    style_when color;
    const char *solver; /* NULL: the default */
    uint64_t seed, max_states, max_classes, max_steps, buffer_bound, unwind, memory;
    double timeout;
    heddle_range nondet;
    const char *observe, *schedule, *save_schedule, *function, *proof, *unwindset, *svcomp, *debug_bundle, *html,
        *sarif, *witness, *out;
} options;

/* False with a message if the command line is wrong. The strings stay those of argv. */
bool options_parse(options *o, int argc, char **argv, diag *d);
void options_clear(options *o);
/* Is the model asked for, by its name or as the default? */
bool options_has_model(const options *o, heddle_model model);
heddle_model options_first_model(const options *o);
/* As the library takes it. */
unsigned options_buffer_bound(const options *o);
/* What counts as a violation, as the library takes it. */
unsigned options_properties(const options *o);
/* The help of the whole program, or of one command. */
void options_help(command c, FILE *out);

/* ---- the table, for those who describe it in other ways ---- */

enum { OPTIONS_TEXT = 256 };

typedef struct options_entry {
    const char *name;
    char letter;               /* 0: none */
    const char *argument;      /* what to call its value; NULL: it has none */
    char values[OPTIONS_TEXT]; /* all values it can have, separated by blanks; "": they are too many */
    char help[OPTIONS_TEXT];
    unsigned commands; /* those that take it: bits 1 << command */
} options_entry;

uint32_t options_entry_count(void);
options_entry options_entry_at(uint32_t index);
const char *options_command_name(command c);
const char *options_command_help(command c);
/* What a command is given: "FILE…". */
const char *options_command_argument(command c);

#endif
