/* The command line: one table of options (options.c) from which parsing and help are made. */
#ifndef HEDDLE_CLI_OPTIONS_H
#define HEDDLE_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"
#include "machine/machine.h"
#include "ord/ord.h"
#include "report/style.h"

typedef enum command {
    COMMAND_NONE,
    COMMAND_CHECK,
    COMMAND_IR,
    COMMAND_RUN,
    COMMAND_OUTCOMES,
    COMMAND_EVENTS,
    COMMAND_LOOPS,
    COMMAND_SAT,
    COMMAND_COUNT
} command;

typedef struct options {
    command command;
    bool wants_help, wants_version;
    VEC(const char *) files;
    VEC(const char *) clang_arguments;
    machine_model models[MACHINE_MODEL_COUNT];
    uint32_t model_count;
    bool has_model;
    bool plain_atomics, malloc_may_fail;
    bool trace, no_trace, output, json, dot, quiet, verbose, stats;
    uint32_t ignored_claims; /* bits 1 << symex_claim_kind */
    ord_options ord;
    style_when color;
    uint64_t seed, max_states, max_steps, buffer_bound, unwind, memory;
    double timeout;
    int64_t nondet_low, nondet_high;
    bool nondet_is_given;
    const char *observe, *schedule, *save_schedule, *function, *proof, *unwindset;
} options;

/* False with a message if the command line is wrong. The strings stay those of argv. */
bool options_parse(options *o, int argc, char **argv, diag *d);
void options_clear(options *o);
/* The help of the whole program, or of one command. */
void options_help(command c, FILE *out);

#endif
