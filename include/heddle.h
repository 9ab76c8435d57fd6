/* Heddle as a library: checks multi-threaded C programs under SC, TSO and PSO.
 *
 *     heddle_error error = {0};
 *     const char *files[] = {"queue.c"};
 *     heddle_program *program = heddle_load(files, 1, NULL, 0, &error);
 *     if (program == NULL)
 *         return complain(error.message);
 *     heddle_exploration *result = heddle_explore(program, HEDDLE_TSO, NULL);
 *     if (heddle_verdict_of(result) == HEDDLE_VIOLATION)
 *         puts(heddle_violation_text(result, 0));
 *     heddle_exploration_free(result);
 *     heddle_program_free(program);
 *
 * There is no global state: several programs can be loaded and explored at the same time, one thread each. Strings
 * that are returned belong to the object they were asked from, and live as long as it does. */
#ifndef HEDDLE_H
#define HEDDLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "0.1.0" */
const char *heddle_version(void);

/* ---- programs ---- */

typedef struct heddle_program heddle_program;

/* Why something could not be done. Free the message with heddle_error_clear. */
typedef struct heddle_error {
    int exit_code; /* as the command line tool would return: 2 bad input, 3 not modelled, 5 out of time or memory */
    char *message;
} heddle_error;

void heddle_error_clear(heddle_error *error);

/* Compiles (.c, .i) or reads (.ll, .bc) the files and links them. The arguments go to clang; what clang complains
 * about appears on standard error. NULL on failure. */
heddle_program *heddle_load(const char *const *files, size_t file_count, const char *const *clang_arguments,
                            size_t clang_argument_count, heddle_error *error);
void heddle_program_free(heddle_program *program);

/* ---- exploring all executions ---- */

typedef enum heddle_model { HEDDLE_SC, HEDDLE_TSO, HEDDLE_PSO } heddle_model;

typedef enum heddle_verdict {
    HEDDLE_SAFE,       /* no execution violates an assertion or is undefined */
    HEDDLE_VIOLATION,  /* one does: see heddle_violation_text */
    HEDDLE_BOUNDED,    /* none does within the bounds */
    HEDDLE_UNKNOWN,    /* a limit was reached first */
    HEDDLE_UNSUPPORTED /* something that Heddle does not model is reachable: see heddle_message */
} heddle_verdict;

typedef struct heddle_explore_options {
    const char *observe; /* "x,y": whose final values are collected; may be NULL */
    uint64_t max_states; /* 0: the default */
    double timeout;      /* seconds; 0: none */
    int malloc_may_fail;
} heddle_explore_options;

typedef struct heddle_exploration heddle_exploration;

/* All executions of a small program; `options` may be NULL. Never NULL. */
heddle_exploration *heddle_explore(const heddle_program *program, heddle_model model,
                                   const heddle_explore_options *options);
heddle_verdict heddle_verdict_of(const heddle_exploration *e);
/* Why the verdict is HEDDLE_UNKNOWN or HEDDLE_UNSUPPORTED; "" otherwise. */
const char *heddle_message(const heddle_exploration *e);
uint64_t heddle_state_count(const heddle_exploration *e);
/* The sets of final values, as "x=0 y=1". */
size_t heddle_outcome_count(const heddle_exploration *e);
const char *heddle_outcome_text(const heddle_exploration *e, size_t i);
/* "queue.c:21: assertion `x == 1` failed" */
size_t heddle_violation_count(const heddle_exploration *e);
const char *heddle_violation_text(const heddle_exploration *e, size_t i);
/* The choices that lead to violation i, as a schedule for `heddle run --schedule`. */
const char *heddle_violation_schedule(const heddle_exploration *e, size_t i);
size_t heddle_deadlock_count(const heddle_exploration *e);
const char *heddle_deadlock_text(const heddle_exploration *e, size_t i);
void heddle_exploration_free(heddle_exploration *e);

#ifdef __cplusplus
}
#endif

#endif
