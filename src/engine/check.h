/* Does some execution violate the property? The ordering engine: unroll, encode, solve, and replay what was found.
 *
 * Without a bound of the user's, loops whose end is not known are followed 1, 2, 4, ... times, until no execution comes
 * to an end that was cut off. Models include each other (model_includes), so of several a weakest one is checked first:
 * what is safe there is safe under all that it includes; and what is violated under one is violated under all that
 * include it. */
#ifndef HEDDLE_ENGINE_CHECK_H
#define HEDDLE_ENGINE_CHECK_H

#include <signal.h>

#include "machine/machine.h"
#include "ord/ord.h"
#include "sat/stats.h"
#include "symex/symex.h"

typedef enum check_verdict {
    CHECK_SAFE,
    CHECK_VIOLATION,
    CHECK_BOUNDED,
    CHECK_UNKNOWN,
    CHECK_UNSUPPORTED,
    CHECK_FAILED /* an execution was found that does not replay: a bug in Heddle */
} check_verdict;

/* What a person may want to see while it goes on. */
typedef struct check_progress {
    const char *phase;
    const model *model;
    uint32_t unwind, events;
    uint64_t literals, conflicts;
} check_progress;

typedef struct check_options {
    const model *models[MODEL_COUNT];
    uint32_t model_count;
    uint32_t unwind; /* 0: deepen until nothing is cut */
    const symex_bound *bounds;
    uint32_t bound_count;
    uint32_t ignored; /* claims that do not count: bits 1 << symex_claim_kind */
    bool malloc_may_fail;
    bool no_minimise;
    bool no_sampling;    /* no random executions where the ordering engine has not found an answer yet */
    bool no_sections;    /* do not take critical sections for one step each (memory/sections.h) */
    bool leaves_memory;  /* the process ends after this: the largest structures need not be freed */
    double started;      /* since when the time counts, on clock_wall_seconds; 0: since the beginning of the check */
    double timeout;      /* seconds; 0: none */
    uint64_t max_memory; /* bytes; 0: no limit */
    ord_options ord;
    const volatile sig_atomic_t *interrupt; /* may be NULL */
    void (*on_progress)(void *context, const check_progress *progress);
    void *context;
} check_options;

/* What it took, for the last depth. */
typedef struct check_statistics {
    uint32_t threads, events, sections, cells, reads, static_reads;
    uint64_t rf_before, rf_after, ws_pairs;
    uint64_t variables, clauses;
    uint64_t samples; /* instructions in random executions, over all depths */
    ord_statistics ord;
    sat_statistics sat;
    double symex_seconds, encode_seconds, solve_seconds, replay_seconds;
} check_statistics;

/* A loop or recursion that was not followed to its end, in some execution. */
typedef struct check_cut {
    ir_id pc;
    uint32_t iterations;
    bool is_call; /* else a loop */
} check_cut;

typedef struct check_result {
    const model *model;
    check_verdict verdict;
    uint32_t checked; /* depth to which there is no violation; 0: none */
    bool is_deepened; /* that depth is Heddle's choice, not the user's */
    VEC(check_cut) cut;
    VEC(symex_loop) loops; /* at the last depth that was unrolled for this model */
    bool is_found;         /* UNKNOWN, although there is a violation: it could not be replayed */
    char *message;         /* why UNKNOWN, UNSUPPORTED (with its place) or FAILED */
    ir_id pc;              /* of what is not modelled, or IR_NONE */
    machine_result violation;
    machine_choices schedule;
    check_statistics stats;
} check_result;

/* Store buffers of the machine hold at most so many stores when an execution is replayed: a thread that stores for ever
 * must not. */
enum { CHECK_BUFFER_BOUND = 4096 };

/* One result for each model, in the order asked for. */
void check_program(const ir_program *program, const check_options *options, check_result *results);
void check_result_clear(check_result *result);

#endif
