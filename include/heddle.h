/* Heddle as a library: checks multi-threaded C programs under SC, TSO and PSO.
 *
 *     heddle_error error = {0};
 *     const char *files[] = {"queue.c"};
 *     heddle_program *program = heddle_load(files, 1, NULL, 0, &error);
 *     if (program == NULL)
 *         return complain(error.message);
 *     heddle_result *result = heddle_check(program, NULL);
 *     if (heddle_result_verdict(result, HEDDLE_SC) == HEDDLE_VIOLATION)
 *         puts(heddle_result_message(result, HEDDLE_SC));
 *     heddle_result_free(result);
 *     heddle_program_free(program);
 *
 * examples/api has a whole program. There is no global state: several programs can be loaded and checked at the same
 * time, one thread each. Strings that are returned belong to the object they were asked from, and live as long as it
 * does, except where it says that the caller frees them. */
#ifndef HEDDLE_H
#define HEDDLE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

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

/* Compiles (.c, .i) or reads (.ll, .bc) the files and links them. A litmus test (.litmus) is a program by itself: one
 * in which an assertion at the end fails if its condition is `~exists` or `forall` and does not stand. The arguments go
 * to clang, as "-m32" does for the 32-bit data model; what clang complains about appears on standard error. NULL on
 * failure. */
heddle_program *heddle_load(const char *const *files, size_t file_count, const char *const *clang_arguments,
                            size_t clang_argument_count, heddle_error *error);
void heddle_program_free(heddle_program *program);

/* Loading and checking can take long. A budget is what they may take together; its time runs from heddle_budget_new
 * on. Whoever needs no more than a timeout for one check gives that in the options, and no budget. Running, exploring
 * and all else that has such options below take a budget in the same way.
 *
 *     heddle_budget *budget = heddle_budget_new(60, 0);
 *     program = heddle_load_with(&(heddle_load_options){.files = files, .file_count = 1, .budget = budget}, &error);
 *     result = heddle_check(program, &(heddle_check_options){.budget = budget});
 *
 * Once it is spent it stays so: whatever is asked to go on then gives up at once. */
typedef struct heddle_budget heddle_budget;

/* Seconds, and bytes of the process; 0: no limit. */
heddle_budget *heddle_budget_new(double timeout, uint64_t max_memory);
/* Whatever uses the budget comes to an end as soon as it can. For other threads and signal handlers, too. */
void heddle_budget_cancel(heddle_budget *budget);
void heddle_budget_free(heddle_budget *budget);

/* All that can be said about a load; what is zero is as with heddle_load. */
typedef struct heddle_load_options {
    const char *const *files;
    size_t file_count;
    const char *const *clang_arguments;
    size_t clang_argument_count;
    int plain_atomics;        /* C11 atomic loads and stores order nothing */
    int undefined_return_any; /* functions that nobody defines return any value, instead of being unsupported */
    int overflow_is_error;    /* signed overflow stops its thread, as HEDDLE_OVERFLOW needs it, instead of wrapping */
    int unset_is_error;       /* what depends on values that were never set stops its thread, as HEDDLE_UNINITIALISED
                               * needs it, instead of having any such value */
    const char *svcomp;       /* may be NULL: a property file; if it is about overflow, that is an error */
    double timeout;           /* seconds; 0: none */
    uint64_t max_memory;      /* bytes of the process; 0: no limit */
    heddle_budget *budget;    /* instead of the two; may be NULL */
} heddle_load_options;

heddle_program *heddle_load_with(const heddle_load_options *options, heddle_error *error);

/* Stands for a program that there was no time to load: whatever is asked about it, the answer is that it is not known,
 * and why. So what is reported has the same form whenever the time runs out. */
heddle_program *heddle_load_nothing(const heddle_load_options *options, const char *why);

/* File number `index` without the headers of this machine, to load it on another one: C is preprocessed, anything else
 * stays what it is. The caller frees it with free(). NULL on failure. */
char *heddle_preprocess(const heddle_load_options *options, size_t index, size_t *size, heddle_error *error);

/* The program as Heddle sees it, as `heddle ir` prints it, or one function of it, unless that is NULL. The caller frees
 * it with free(). NULL with an error if there is no such function. */
char *heddle_program_print(const heddle_program *program, const char *function, heddle_error *error);

typedef enum heddle_model {
    HEDDLE_SC,
    HEDDLE_TSO,
    HEDDLE_PSO,
    HEDDLE_ARMV8,
    HEDDLE_POWER,
    HEDDLE_RMO,
    HEDDLE_ALPHA,
    HEDDLE_RISCV,
    HEDDLE_RC11,
    HEDDLE_CAT, /* a model of the user's, in the language cat: `cat` in options */
} heddle_model;

/* "SC"; NULL behind the last one. */
const char *heddle_model_name(heddle_model model);
/* Is there a machine with store buffers that has the model's executions? The others are known by axioms: they can be
 * checked, and violations shown, but nothing else. */
int heddle_model_has_machine(heddle_model model);

typedef enum heddle_verdict {
    HEDDLE_SAFE,       /* no execution violates an assertion or is undefined */
    HEDDLE_VIOLATION,  /* one does */
    HEDDLE_BOUNDED,    /* none does within the bounds */
    HEDDLE_UNKNOWN,    /* a limit was reached first, or it was cancelled */
    HEDDLE_UNSUPPORTED /* something that Heddle does not model is reachable */
} heddle_verdict;

/* ---- checking, as `heddle check` does ---- */

/* What counts as a violation; bits to be combined. */
typedef enum heddle_property {
    HEDDLE_ASSERTIONS = 1,
    HEDDLE_ERROR_CALLS = 2,      /* reach_error and the like */
    HEDDLE_LOCKS = 4,            /* misuse of locks and threads */
    HEDDLE_MEMORY = 8,           /* null, dangling, out of bounds, double free */
    HEDDLE_ARITHMETIC = 16,      /* division by zero, shifts too far */
    HEDDLE_OVERFLOW = 32,        /* of signed integers; the program must be loaded for it */
    HEDDLE_RACES = 64,           /* data races */
    HEDDLE_DEADLOCK = 128,       /* threads wait for ever, and nobody can go on */
    HEDDLE_LIVENESS = 256,       /* threads run in loops that can never end */
    HEDDLE_LEAKS = 512,          /* memory that is not freed when the program ends */
    HEDDLE_LOST = 1024,          /* memory that nothing points to when the program ends */
    HEDDLE_UNINITIALISED = 2048, /* something depends on what was never set; the program must be loaded for it */
    HEDDLE_DEFAULT_PROPERTIES = 31,
    HEDDLE_ALL_PROPERTIES = 4095
} heddle_property;

/* "memory", as --property takes it; NULL if it is none of the above, or several. */
const char *heddle_property_name(heddle_property property);

/* All of them, with what the command line calls them. Ask for 0, 1, ..., until the name is NULL. */
typedef struct heddle_property_row {
    const char *name;
    heddle_property property;
    const char *off;      /* the option that switches it off, "no-memory-check"; several may share it */
    const char *off_help; /* what that means, in a line */
    int by_request;       /* it is not one of HEDDLE_DEFAULT_PROPERTIES */
} heddle_property_row;

heddle_property_row heddle_property_at(size_t index);

/* Several engines look for an answer, and take turns. heddle_engine_name(0), (1), ... are their names, as --engine
 * takes them, and NULL behind the last one; heddle_engine_help says in a line what each does. */
const char *heddle_engine_name(size_t index);
const char *heddle_engine_help(size_t index);

typedef struct heddle_progress {
    const char *engine; /* that has had its turn: "ord", "rf", "states", "sample", "refine", "clock",
                         * "satdir" */
    const char *phase;  /* what it is doing: "unrolling", "encoding", "solving", "searching", "sampling", "replaying" */
    heddle_model model;
    unsigned unwind; /* to which depth */
    unsigned events;
    uint64_t literals, conflicts, states;
    double seconds; /* since the beginning */
} heddle_progress;

/* How engines work, for comparisons: verdicts are the same whatever is set here. The manual has these as options. */
typedef struct heddle_advanced_options {
    int no_sections;      /* --sections off */
    int ord_fr_eager;     /* --ord-fr eager */
    int ord_no_unit;      /* --ord-unit off */
    int ord_no_derive;    /* --ord-derive off */
    int ord_cycle_tarjan; /* --ord-cycle tarjan */
    int ord_decide_rf;    /* --ord-decide rf */
    int ord_ws_lazy;      /* --ord-ws lazy */
    int refine_cadical;   /* --refine-solver cadical */
    int clock_idl;        /* --clock idl */
    int leaves_memory;    /* the process ends after this: the largest structures need not be freed */
} heddle_advanced_options;

/* All zero: the defaults. */
typedef struct heddle_check_options {
    unsigned models;            /* bits 1 << heddle_model; 0: SC */
    const char *cat;            /* the file of the model HEDDLE_CAT */
    unsigned properties;        /* of heddle_property; 0: those of HEDDLE_DEFAULT_PROPERTIES */
    const char *property_names; /* the same by names, "assertions,memory"; NULL: `properties` counts */
    const char *svcomp;         /* a property file of SV-COMP: only what is asked for there, too, counts; may be NULL */
    unsigned unwind;            /* iterations of loops whose end is not known; 0: as many as it takes */
    const char *unwindset;      /* bounds of single loops, "main.0:5,worker.1:3", as `heddle loops` numbers them */
    const char *engines;        /* that take part, "ord,states"; NULL: all that can be of use */
    double timeout;             /* seconds; 0: none */
    uint64_t max_memory;        /* bytes of the process; 0: no limit */
    heddle_budget *budget;      /* instead of the two; may be NULL */
    int malloc_may_fail;
    int all; /* look for all violations, each place and property once, not only for the first */
    heddle_advanced_options advanced;
    /* Called now and then, in the calling thread, if not NULL. A result other than 0 cancels the check. */
    int (*progress)(void *context, const heddle_progress *progress);
    void *context;
} heddle_check_options;

typedef struct heddle_result heddle_result;

/* `options` may be NULL. The program must outlive the result. Never NULL. */
heddle_result *heddle_check(const heddle_program *program, const heddle_check_options *options);
void heddle_result_free(heddle_result *result);
/* NULL unless something is wrong with the options: an engine or a loop that there is not, say. Nothing was checked
 * then, and every verdict is HEDDLE_UNKNOWN. The message calls options what the command line calls them. */
const heddle_error *heddle_result_error(const heddle_result *result);
/* As the command line tool would return for it: 10 if there is a violation under some model, 0 if there is none, ... */
int heddle_result_exit_code(const heddle_result *result);

/* HEDDLE_UNKNOWN for a model that was not checked. */
heddle_verdict heddle_result_verdict(const heddle_result *result, heddle_model model);
/* One line: "queue.c:21: assertion `x == 1` failed", or why the verdict is not better. */
const char *heddle_result_message(const heddle_result *result, heddle_model model);
/* Which engine found the answer. NULL if it follows from that for another model, or there is none. */
const char *heddle_result_engine(const heddle_result *result, heddle_model model);

/* What the work came to, under one model. */
typedef struct heddle_counter {
    const char *name;   /* for machines, "rf_after"; NULL: there is no such counter */
    const char *text;   /* for people, "rf pairs" */
    const char *engine; /* who counted */
    double value;       /* a number, or seconds */
    int is_seconds;
} heddle_counter;

/* Ask for 0, 1, ..., until the name is NULL. */
heddle_counter heddle_result_counter(const heddle_result *result, heddle_model model, size_t index);

#define HEDDLE_NO_THREAD UINT32_MAX

/* Where there is no place, the file is "", the line 0 and the thread HEDDLE_NO_THREAD. */
typedef struct heddle_violation {
    const char *file; /* no place: a state in which the program hangs or ends */
    unsigned line, column;
    unsigned thread;      /* 0 is main */
    const char *message;  /* "assertion `x == 1` failed" */
    const char *schedule; /* for `heddle run --schedule` */
    size_t step_count;    /* of the execution that leads to it */
    heddle_property property;
    const char *property_name; /* "memory" */
    const char *other_file;    /* the second place of a violation that takes two threads */
    unsigned other_line, other_column, other_thread;
} heddle_violation;

/* NULL unless the verdict is HEDDLE_VIOLATION. */
const heddle_violation *heddle_result_violation(const heddle_result *result, heddle_model model);
/* Of several, sorted by place, from 0 on: if `all` were asked for. NULL: there are no more. */
const heddle_violation *heddle_result_violation_at(const heddle_result *result, heddle_model model, size_t index);
/* Is it known that there are no others? Also if there are none at all. */
int heddle_result_is_complete(const heddle_result *result, heddle_model model);
/* The one that shows most plainly what is wrong: that of the strongest model. NULL if there is none. */
const heddle_violation *heddle_result_shown(const heddle_result *result);

#define HEDDLE_NO_STEP SIZE_MAX

typedef struct heddle_step {
    unsigned thread;
    const char *who;  /* "T1 (writer)"; "memory" where a buffered store becomes visible */
    const char *kind; /* "read", "write", "buffer", "commit", "rmw", "start", ... (docs/json.md) */
    const char *file; /* "" where there is no line */
    unsigned line, column;
    const char *place, *value; /* of an access; else "" */
    const char *text;          /* "reads x = 0 (T1 (writer)'s 1 is still in its store buffer)" */
    size_t source;             /* of a read: the step whose value it saw. Of a commit: the buffered store */
    size_t commit;             /* of a buffered store: the step in which it becomes visible */
} heddle_step;

/* Of the first violation; of the one with this index. */
heddle_step heddle_result_step(const heddle_result *result, heddle_model model, size_t step);
heddle_step heddle_result_step_at(const heddle_result *result, heddle_model model, size_t index, size_t step);

typedef enum heddle_format { HEDDLE_TEXT, HEDDLE_JSON, HEDDLE_HTML, HEDDLE_SARIF, HEDDLE_DOT } heddle_format;

/* The whole result, for all models; the caller frees it with free(). */
char *heddle_result_print(const heddle_result *result, heddle_format format);

/* How the text looks. All zero: as heddle_result_print makes it. */
typedef struct heddle_text_options {
    int color;            /* with the escape sequences of terminals */
    int no_trace;         /* without the execution that violates the property */
    unsigned trace_limit; /* of an execution with more steps, the beginning and the end; 0: all of it */
    int no_summary;       /* without the line that says what was checked */
} heddle_text_options;

/* `options` may be NULL; the caller frees it with free(). */
char *heddle_result_text(const heddle_result *result, const heddle_text_options *options);
/* What the work came to, as `--stats` prints it; the caller frees it with free(). */
char *heddle_result_statistics(const heddle_result *result);
/* A witness, for other tools to confirm the result: GraphML if the name of the file that it is for ends in .graphml,
 * else YAML. The caller frees it with free(). NULL if there is none for such a result; with an error if a file of the
 * program cannot be read any more. */
char *heddle_result_witness(const heddle_result *result, const char *file, heddle_error *error);
/* The answer to the property file in the options: "true", "false(unreach-call)" or "unknown". */
const char *heddle_result_svcomp(const heddle_result *result);

/* ---- exploring all executions, as `heddle outcomes` does ---- */

/* From and to, both included. */
typedef struct heddle_range {
    int64_t low, high;
} heddle_range;

#define HEDDLE_NO_BOUND UINT32_MAX

/* All zero: the defaults. */
typedef struct heddle_explore_options {
    const char *observe; /* "x,y": whose final values are collected; may be NULL */
    uint64_t max_states; /* 0: ten million */
    double timeout;      /* seconds; 0: none */
    int malloc_may_fail;
    unsigned ends;              /* HEDDLE_LEAKS, HEDDLE_LOST: these are violations as well */
    uint64_t max_memory;        /* bytes of the process; 0: no limit */
    heddle_budget *budget;      /* instead of time and memory; may be NULL */
    unsigned buffer_bound;      /* stores that wait in a buffer; 0: 16; HEDDLE_NO_BOUND: any number */
    const heddle_range *nondet; /* inputs wider than 8 bits; NULL: 0 to 3 */
    /* Called now and then, in the calling thread, if not NULL. A result other than 0 cancels it. */
    int (*progress)(void *context, uint64_t states, uint64_t waiting);
    void *context;
} heddle_explore_options;

typedef struct heddle_exploration heddle_exploration;

/* All executions of a small program; `options` may be NULL. The program must outlive it. Never NULL. */
heddle_exploration *heddle_explore(const heddle_program *program, heddle_model model,
                                   const heddle_explore_options *options);
heddle_verdict heddle_verdict_of(const heddle_exploration *e);
/* Why the verdict is HEDDLE_UNKNOWN or HEDDLE_UNSUPPORTED; "" otherwise. */
const char *heddle_message(const heddle_exploration *e);
/* NULL unless something is wrong with the options: `observe` names what there is not, or there is no such model.
 * Nothing was explored then. */
const heddle_error *heddle_exploration_error(const heddle_exploration *e);
/* As the command line tool would return. */
int heddle_exploration_exit_code(const heddle_exploration *e);
/* Did states, time or memory run out? There may be more outcomes then, and more violations. */
int heddle_limit_was_reached(const heddle_exploration *e);
/* Was something reached that is not modelled? The message says what. There may be more of everything then, too. */
int heddle_unsupported_was_reached(const heddle_exploration *e);
/* Why the verdict is HEDDLE_BOUNDED: was a buffer full, or are there inputs outside of the range? */
int heddle_buffers_were_cut(const heddle_exploration *e);
int heddle_values_were_cut(const heddle_exploration *e);
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
const char *heddle_deadlock_schedule(const heddle_exploration *e, size_t i);
/* What it took; ask for 0, 1, ..., until the name is NULL. */
heddle_counter heddle_exploration_counter(const heddle_exploration *e, size_t index);
/* The execution that leads to the first violation or else the first deadlock, step by step, as `--trace` prints it;
 * with the escape sequences of terminals if `color` is not 0. The caller frees it with free(). NULL if there is
 * neither. */
char *heddle_exploration_trace(const heddle_exploration *e, int color);
/* Explorations of one program, under several models, as one JSON document; those with an error are left out. The caller
 * frees it with free(). */
char *heddle_explorations_json(const heddle_exploration *const *list, size_t count);
void heddle_exploration_free(heddle_exploration *e);

/* ---- litmus tests ---- */

/* Does a file of this name have one (".litmus")? And does the program come from one? */
int heddle_is_litmus_file(const char *name);
int heddle_is_litmus(const heddle_program *program);

/* All zero: the defaults. */
typedef struct heddle_litmus_options {
    const char *engines; /* ask these engines of heddle_check whether the condition can hold; NULL: list final states */
    const char *cat;     /* the file of the model HEDDLE_CAT */
    uint64_t max_states; /* 0: ten million */
    unsigned buffer_bound;            /* as in heddle_explore_options */
    heddle_budget *budget;            /* may be NULL */
    heddle_advanced_options advanced; /* of engines */
} heddle_litmus_options;

typedef struct heddle_litmus heddle_litmus;

/* What a litmus test can end in under a model; `options` may be NULL. The program, which must come from a litmus test,
 * may go before the answer does. Never NULL. */
heddle_litmus *heddle_litmus_run(const heddle_program *program, heddle_model model,
                                 const heddle_litmus_options *options);
/* An answer for a file that could not be read, for lists of them: its verdict is HEDDLE_UNKNOWN. */
heddle_litmus *heddle_litmus_failed(const char *file, const heddle_error *error);
void heddle_litmus_free(heddle_litmus *l);
/* HEDDLE_VIOLATION if the condition is `~exists` or `forall` and does not stand; HEDDLE_SAFE if it does, and for every
 * `exists`; HEDDLE_UNKNOWN or HEDDLE_UNSUPPORTED with a message. */
heddle_verdict heddle_litmus_verdict(const heddle_litmus *l);
const char *heddle_litmus_message(const heddle_litmus *l);
int heddle_litmus_exit_code(const heddle_litmus *l);
const char *heddle_litmus_name(const heddle_litmus *l);
/* The name of the model, "ARMv8" or "my.cat"; NULL if nothing was decided. */
const char *heddle_litmus_model(const heddle_litmus *l);
/* Is there a final state in which the condition holds? Of `forall`: in which it does not. -1: not known. */
int heddle_litmus_is_observed(const heddle_litmus *l);
/* The final states, "0:X0=1; x=2;"; none if engines were asked. */
size_t heddle_litmus_state_count(const heddle_litmus *l);
const char *heddle_litmus_state(const heddle_litmus *l, size_t index);
/* In how many of them the condition holds. */
size_t heddle_litmus_positive(const heddle_litmus *l);
/* As herd7 prints it, in several lines; and in one. The caller frees them. */
char *heddle_litmus_text(const heddle_litmus *l);
char *heddle_litmus_line(const heddle_litmus *l);
/* Results as JSON, as the command prints it. The caller frees it. */
char *heddle_litmus_json(const heddle_litmus *const *list, size_t count);

/* ---- one execution, as `heddle run` does ---- */

typedef enum heddle_end {
    HEDDLE_END_FINISHED,    /* all threads have ended */
    HEDDLE_END_EXITED,      /* the process has, while other threads were still waiting */
    HEDDLE_END_VIOLATION,   /* an assertion failed, or the like */
    HEDDLE_END_DEADLOCK,    /* nobody can go on */
    HEDDLE_END_BLOCKED,     /* nobody can go on, since a thread was stopped by an assume or in an atomic block */
    HEDDLE_END_UNFINISHED,  /* the schedule is over, or steps or time ran out, or it was cancelled */
    HEDDLE_END_UNSUPPORTED, /* something was reached that Heddle does not model */
    HEDDLE_END_LIMIT,       /* the program needs more memory, or deeper recursion, than there is */
    HEDDLE_END_MISFIT       /* what the schedule says next is not possible */
} heddle_end;

/* All zero: the defaults. */
typedef struct heddle_run_options {
    unsigned model;            /* a bit, 1 << heddle_model; 0: the one that the schedule names, or else SC */
    const char *schedule;      /* the text of one, to be followed; NULL: at random */
    const char *schedule_name; /* what messages call it, the name of a file; may be NULL */
    uint64_t seed;             /* of all that is chosen at random */
    uint64_t max_steps;        /* 0: a hundred million */
    double timeout;            /* seconds; 0: none */
    uint64_t max_memory;       /* bytes of the process; 0: no limit */
    heddle_budget *budget;     /* instead of the two; may be NULL */
    unsigned buffer_bound;     /* stores that wait in a buffer; 0: 16; HEDDLE_NO_BOUND: any number */
    int malloc_may_fail;
    unsigned ends;     /* HEDDLE_LEAKS, HEDDLE_LOST: these are violations as well */
    int keep_schedule; /* for heddle_execution_schedule */
    int keep_steps;    /* for heddle_execution_step */
    int color;         /* lines of `trace` have the escape sequences of terminals */
    /* Called, in the calling thread, with a line for each step as it happens, and with what the program prints to the
     * stream 1 or 2; both may be NULL. */
    void (*trace)(void *context, const char *line);
    void (*output)(void *context, int stream, const char *bytes, size_t size);
    void *context;
} heddle_run_options;

typedef struct heddle_execution heddle_execution;

/* `options` may be NULL. The program must outlive the execution. Never NULL. */
heddle_execution *heddle_run(const heddle_program *program, const heddle_run_options *options);
heddle_end heddle_execution_end(const heddle_execution *x);
/* One line: "queue.c:21: assertion `x == 1` failed", who waits for what in a deadlock, where the schedule does not fit,
 * and so on; "" if there is nothing to say. */
const char *heddle_execution_message(const heddle_execution *x);
/* NULL unless something is wrong with the options: the text is no schedule, or is one for another model. Nothing was
 * run then, and the end is HEDDLE_END_UNFINISHED. */
const heddle_error *heddle_execution_error(const heddle_execution *x);
/* As the command line tool would return: 10 for a violation, 2 for a schedule that does not fit, ... */
int heddle_execution_exit_code(const heddle_execution *x);
heddle_model heddle_execution_model(const heddle_execution *x);
/* NULL unless the end is HEDDLE_END_VIOLATION. */
const heddle_violation *heddle_execution_violation(const heddle_execution *x);
/* What was done, as a schedule; "" unless it was kept. */
const char *heddle_execution_schedule(const heddle_execution *x);
/* What was done, step by step; there are none unless they were kept. */
size_t heddle_execution_step_count(const heddle_execution *x);
heddle_step heddle_execution_step(const heddle_execution *x, size_t step);
/* What it took; ask for 0, 1, ..., until the name is NULL. */
heddle_counter heddle_execution_counter(const heddle_execution *x, size_t index);
/* The caller frees it with free(). NULL if there is an error. */
char *heddle_execution_json(const heddle_execution *x);
void heddle_execution_free(heddle_execution *x);

/* ---- classes of executions, as `heddle classes` does ---- */

/* Two executions are in one class if threads do the same in both, and every read reads from the same write. */

/* All zero: the defaults. */
typedef struct heddle_classes_options {
    uint64_t max_classes;  /* 0: a thousand */
    double timeout;        /* seconds; 0: none */
    uint64_t max_memory;   /* bytes of the process; 0: no limit */
    heddle_budget *budget; /* instead of the two; may be NULL */
} heddle_classes_options;

typedef struct heddle_classes heddle_classes;

/* All classes of a small program; `options` may be NULL. The program must outlive them. Never NULL. */
heddle_classes *heddle_classify(const heddle_program *program, heddle_model model,
                                const heddle_classes_options *options);
heddle_verdict heddle_classes_verdict(const heddle_classes *c);
/* Why the verdict is HEDDLE_UNKNOWN or HEDDLE_UNSUPPORTED; "" otherwise. */
const char *heddle_classes_message(const heddle_classes *c);
/* NULL unless there is no such model: nothing was explored then. */
const heddle_error *heddle_classes_error(const heddle_classes *c);
/* As the command line tool would return. */
int heddle_classes_exit_code(const heddle_classes *c);
/* 0: there may be more. */
int heddle_classes_are_all(const heddle_classes *c);
size_t heddle_class_count(const heddle_classes *c);
/* FINISHED, VIOLATION, DEADLOCK or BLOCKED. */
heddle_end heddle_class_end(const heddle_classes *c, size_t i);
/* What is wrong, or who waits for what; "" if it has finished. */
const char *heddle_class_message(const heddle_classes *c, size_t i);

/* What a thread reads; or that an operation on a lock comes right after another one; or an input. */
typedef struct heddle_read {
    unsigned thread;
    const char *who;  /* "T1 (reader)" */
    const char *file; /* "" where there is no line */
    unsigned line;
    const char *place, *value; /* "x", "1"; the place of an input is "" */
    const char *text;          /* "reads x = 1 from T2 sb.c:9" */
    int is_initial;            /* nobody has written it since the first thread began */
    unsigned source_thread;    /* else: who has, */
    const char *source_file;   /* and where; "" where there is no line */
    unsigned source_line;
} heddle_read;

/* Thread by thread, main last, each in program order. */
size_t heddle_class_read_count(const heddle_classes *c, size_t i);
heddle_read heddle_class_read(const heddle_classes *c, size_t i, size_t read);
/* A line for each of them; with the escape sequences of terminals if `color` is not 0. The caller frees it with
 * free(). */
char *heddle_class_text(const heddle_classes *c, size_t i, int color);
/* Those of one program, under several models, as one JSON document; those with an error are left out. The caller frees
 * it with free(). */
char *heddle_classes_json(const heddle_classes *const *list, size_t count);
void heddle_classes_free(heddle_classes *c);

/* ---- schedules that show what threads can do, as `heddle schedules` does ---- */

/* All zero: the defaults. */
typedef struct heddle_schedules_options {
    double timeout;        /* seconds; 0: none */
    uint64_t max_memory;   /* bytes of the process; 0: no limit */
    heddle_budget *budget; /* instead of the two; may be NULL */
} heddle_schedules_options;

typedef struct heddle_schedules heddle_schedules;

/* Executions that together show all that each thread can do: every value that it can read where it stands, knowing what
 * it knows there, and so every branch that it can take. They do not show all combinations of what several threads do,
 * unless a thread looks at that. `options` may be NULL. The program must have no inputs, and outlive them. Never NULL.
 */
heddle_schedules *heddle_find_schedules(const heddle_program *program, heddle_model model,
                                        const heddle_schedules_options *options);
heddle_verdict heddle_schedules_verdict(const heddle_schedules *s);
/* Why the verdict is HEDDLE_UNKNOWN or HEDDLE_UNSUPPORTED, or why they are not all; "" otherwise. */
const char *heddle_schedules_message(const heddle_schedules *s);
/* NULL unless there is no such model: nothing was looked for then. */
const heddle_error *heddle_schedules_error(const heddle_schedules *s);
/* As the command line tool would return. */
int heddle_schedules_exit_code(const heddle_schedules *s);
/* 0: threads may do more. */
int heddle_schedules_are_all(const heddle_schedules *s);
size_t heddle_schedule_count(const heddle_schedules *s);
/* For heddle_run, or `heddle run --schedule`; and how that ends, and its message. */
const char *heddle_schedule_text(const heddle_schedules *s, size_t i);
heddle_end heddle_schedule_end(const heddle_schedules *s, size_t i);
const char *heddle_schedule_message(const heddle_schedules *s, size_t i);
void heddle_schedules_free(heddle_schedules *s);

/* ---- looking inside, as `heddle loops` and `heddle events` do ---- */

/* How far to follow loops. All zero: the defaults. */
typedef struct heddle_unroll_options {
    unsigned unwind;       /* iterations of loops whose end is not known; 0: 2 */
    const char *unwindset; /* bounds of single loops, "main.0:5,worker.1:3" */
    int malloc_may_fail;
    double timeout;        /* seconds; 0: none */
    uint64_t max_memory;   /* bytes of the process; 0: no limit */
    heddle_budget *budget; /* instead of the two; may be NULL */
} heddle_unroll_options;

typedef enum heddle_loop_end {
    HEDDLE_LOOP_ENDS,       /* after at most so many iterations */
    HEDDLE_LOOP_CUT,        /* it was not followed further */
    HEDDLE_LOOP_WAITS,      /* for other threads: it needs no bound */
    HEDDLE_LOOP_NOT_REACHED /* within the bounds of other loops */
} heddle_loop_end;

typedef struct heddle_loop {
    const char *name;  /* "worker.1", for `unwindset`; NULL: there is no such loop */
    const char *place; /* "queue.c:17" */
    heddle_loop_end end;
    unsigned iterations;
} heddle_loop;

typedef struct heddle_loops heddle_loops;

/* The loops of all functions; `options` may be NULL. NULL with an error: there is no loop that the options name, or a
 * limit was reached. */
heddle_loops *heddle_find_loops(const heddle_program *program, const heddle_unroll_options *options,
                                heddle_error *error);
/* Ask for 0, 1, ..., until the name is NULL. */
heddle_loop heddle_loop_at(const heddle_loops *loops, size_t index);
void heddle_loops_free(heddle_loops *loops);

typedef struct heddle_events heddle_events;

/* The events of all executions together, and which writes each read may read from. The program must outlive them.
 * `options` may be NULL. NULL with an error. */
heddle_events *heddle_find_events(const heddle_program *program, heddle_model model,
                                  const heddle_unroll_options *options, heddle_error *error);
/* As text, JSON or DOT; NULL for other formats. With `counts_only`, the text has no lists. The caller frees it with
 * free(). */
char *heddle_events_print(const heddle_events *events, heddle_format format, int counts_only);
/* What it took; ask for 0, 1, ..., until the name is NULL. */
heddle_counter heddle_events_counter(const heddle_events *events, size_t index);
void heddle_events_free(heddle_events *events);

/* ---- the SAT solver inside, as `heddle sat` does ---- */

typedef struct heddle_solver {
    const char *name; /* as --solver takes it; NULL: there is no such solver */
    const char *help;
    int writes_proofs;
} heddle_solver;

/* Ask for 0, 1, ..., until the name is NULL; the first is the default. */
heddle_solver heddle_solver_at(size_t index);

/* All zero: the defaults. */
typedef struct heddle_solve_options {
    const char *solver;    /* its name; NULL: the default */
    const char *name;      /* of the problem, for messages: that of a file, say; may be NULL */
    FILE *proof;           /* where to write a DRAT proof of unsatisfiability; may be NULL */
    double timeout;        /* seconds; 0: none */
    uint64_t max_memory;   /* bytes of the process; 0: no limit */
    heddle_budget *budget; /* instead of the two; may be NULL */
} heddle_solve_options;

/* The numbers are the exit codes of SAT competitions. */
typedef enum heddle_answer { HEDDLE_UNDECIDED = 0, HEDDLE_SATISFIABLE = 10, HEDDLE_UNSATISFIABLE = 20 } heddle_answer;

typedef struct heddle_solution heddle_solution;

/* Solves a problem in DIMACS format; `options` may be NULL. NULL with an error if it is not in that format, or there is
 * no such solver. */
heddle_solution *heddle_solve(FILE *problem, const heddle_solve_options *options, heddle_error *error);
heddle_answer heddle_solution_answer(const heddle_solution *s);
/* 1 if the variable is true in the assignment that was found, -1 if it is false; 0 if there is none of both. */
int heddle_solution_value(const heddle_solution *s, int variable);
/* The answer and the assignment, in the format of SAT competitions; the caller frees it with free(). */
char *heddle_solution_print(const heddle_solution *s);
/* What it took; ask for 0, 1, ..., until the name is NULL. */
heddle_counter heddle_solution_counter(const heddle_solution *s, size_t index);
void heddle_solution_free(heddle_solution *s);

/* ---- recorded executions, as `heddle consistent` checks them ---- */

typedef enum heddle_consistent {
    HEDDLE_CONSISTENT,   /* it can have happened under the model */
    HEDDLE_INCONSISTENT, /* it cannot */
    HEDDLE_UNCERTAIN     /* a limit was reached first; or the model was not asked for */
} heddle_consistent;

/* All zero: the defaults. */
typedef struct heddle_consistency_options {
    unsigned models;       /* bits 1 << heddle_model; 0: SC */
    double timeout;        /* seconds; 0: none */
    uint64_t max_memory;   /* bytes of the process; 0: no limit */
    heddle_budget *budget; /* instead of the two; may be NULL */
    const char *gave_up;   /* there is no time for it, and this is why: the answer of every model. Must outlive it */
} heddle_consistency_options;

typedef struct heddle_consistency heddle_consistency;

/* Can this have happened? The text says line by line what threads did (docs/consistent.md); `file` is what messages
 * call it, and `options` may be NULL. NULL with an error if the text is not as it should be. */
heddle_consistency *heddle_check_consistency(const char *file, const char *text, size_t size,
                                             const heddle_consistency_options *options, heddle_error *error);
void heddle_consistency_free(heddle_consistency *c);
heddle_consistent heddle_consistency_answer(const heddle_consistency *c, heddle_model model);
/* As the command line tool would return: 10 if it is inconsistent under some model, 5 if some limit was reached, else
 * 0. */
int heddle_consistency_exit_code(const heddle_consistency *c);

typedef enum heddle_moment {
    HEDDLE_HAPPENS,
    HEDDLE_WAITS,   /* a store enters a store buffer */
    HEDDLE_AT_ONCE, /* a store enters a store buffer, and reaches memory right away */
    HEDDLE_ARRIVES  /* a store that has waited reaches memory */
} heddle_moment;

/* One step of an order in which it happens. */
typedef struct heddle_moment_step {
    unsigned line;    /* of the text; 0: there is no such step */
    const char *text; /* the line */
    heddle_moment moment;
} heddle_moment_step;

/* If it is consistent: ask for 0, 1, ..., until the line is 0. */
heddle_moment_step heddle_consistency_step(const heddle_consistency *c, heddle_model model, size_t index);
/* If it is not: why, sentence by sentence; NULL behind the last one. Sentences name others by their number, from 1 on.
 */
const char *heddle_consistency_reason(const heddle_consistency *c, heddle_model model, size_t index);

/* The whole result, as text or as JSON; the caller frees it with free(). NULL for other formats. */
char *heddle_consistency_print(const heddle_consistency *c, heddle_format format);
/* The text in short: a line for each model. */
char *heddle_consistency_summary(const heddle_consistency *c);

#ifdef __cplusplus
}
#endif

#endif
