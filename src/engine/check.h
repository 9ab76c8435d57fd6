/* Does some execution violate the property? What is asked, and what the answer is, whoever finds it (driver.h). */
#ifndef HEDDLE_ENGINE_CHECK_H
#define HEDDLE_ENGINE_CHECK_H

#include <signal.h>

#include "machine/known.h"
#include "ord/ord.h"
#include "symex/symex.h"

typedef enum check_verdict {
    CHECK_SAFE,
    CHECK_VIOLATION,
    CHECK_BOUNDED,
    CHECK_UNKNOWN,
    CHECK_UNSUPPORTED,
    CHECK_FAILED /* an execution was found that does not replay: a bug in Heddle */
} check_verdict;

typedef struct check_options {
    const model *models[MODEL_COUNT];
    uint32_t model_count;
    uint32_t unwind; /* 0: deepen until nothing is cut */
    const symex_bound *bounds;
    uint32_t bound_count;
    property_set ignored; /* violations that do not count */
    property_set extra;   /* those that count although they do so only by request */
    bool malloc_may_fail;
    bool no_minimise;
    bool finds_all;     /* all violations (machine/known.h), not only the first that is found */
    uint32_t engines;   /* that take part: bits 1 << index in the table (engine.h); 0: all that can be of use */
    bool no_sections;   /* do not take critical sections for one step each (memory/sections.h) */
    bool leaves_memory; /* the process ends after this: the largest structures need not be freed */
    ord_options ord;
    bool refine_cadical; /* `refine` looks at whole candidates of CaDiCaL's */
    bool clock_idl;      /* clocks of `clock` are integers of Z3's, not bits */
    budget *budget;      /* NULL: no limits */
    /* Called now and then, between the turns of engines, if not NULL. */
    void (*on_progress)(void *context, const budget_progress *progress);
    void *context;
} check_options;

/* A loop, recursion or size that was not followed to its end, in some execution. */
typedef struct check_cut {
    ir_id pc;
    uint32_t iterations;
    const char *unit; /* what `iterations` counts, as in "one nested call" */
} check_cut;

typedef VEC(check_cut) check_cuts;

/* Something that was counted. */
typedef struct check_counter {
    const char *name; /* for machines: "rf_after" */
    const char *text; /* for people: "rf pairs" */
    uint64_t count;
    double seconds; /* if `is_time` */
    bool is_time;
    bool is_main;       /* says how large the problem was */
    const char *engine; /* who counted */
} check_counter;

/* A link of a circle (circle.h), between two events of the machine that runs the schedule, counted from 0. */
typedef enum check_link_kind { CHECK_LINK_PO, CHECK_LINK_RF, CHECK_LINK_WS, CHECK_LINK_FR } check_link_kind;
typedef struct check_link {
    check_link_kind kind;
    uint32_t from, to;
    bool is_kept; /* false only for PO */
} check_link;

typedef VEC(check_link) check_circle;

/* A violation that the machine has done. */
typedef struct check_violation {
    machine_known key; /* `next`: those that were known before, and did not count any more when it was found */
    machine_result result;
    machine_choices schedule;
    bool is_normalised;  /* for a machine that normalises states (machine.h) */
    check_circle circle; /* why SC does not allow it; may be empty, and is for models with a machine */
    const char *engine;  /* that found it */
} check_violation;

typedef struct check_result {
    const model *model;
    check_verdict verdict;
    VEC(check_violation *) violations; /* CHECK_VIOLATION: at least one, sorted by place */
    check_verdict rest; /* CHECK_VIOLATION: what is known of all others. SAFE: there are none. Else as `verdict` has it,
                           with what follows */
    uint32_t checked;   /* depth to which there is no violation; 0: none */
    check_cuts cut;
    VEC(symex_loop) loops; /* at the last depth that was unrolled for this model */
    bool is_found;         /* UNKNOWN, although there is a violation: it could not be replayed */
    char *message;         /* why UNKNOWN, UNSUPPORTED (with its place) or FAILED */
    ir_id pc;              /* of what is not modelled, or IR_NONE */
    const char *engine;    /* that found the answer; NULL: it follows from the answer for another model, or is none */
    VEC(check_counter) counters;
} check_result;

/* Are data races looked for? */
static inline bool check_finds_races(const check_options *options)
{
    return property_is_in(options->extra, PROPERTY_RACE);
}

/* Which kinds of memory that is left when the program ends? */
static inline property_set check_leaks(const check_options *options)
{
    property_set leaks = property_bit(PROPERTY_LEAK) | property_bit(PROPERTY_LOST);
    return leaks & options->extra & ~options->ignored;
}

/* Are values looked for that were never set? */
static inline bool check_finds_unset(const check_options *options)
{
    return property_is_in(options->extra, PROPERTY_UNINITIALISED);
}

/* Those by axioms alone: some models that are asked for have no machine. */
static inline bool check_is_weak(const check_options *options)
{
    for (uint32_t i = 0; i < options->model_count; i++)
        if (!model_has_machine(options->models[i]))
            return true;
    return false;
}

/* Are deadlocks looked for where symbolic execution can show them? */
static inline bool check_finds_deadlocks(const check_options *options)
{
    return property_is_in(options->extra & ~options->ignored, PROPERTY_DEADLOCK) && !check_is_weak(options);
}

void check_result_clear(check_result *result);
/* What does not count any more, while violations are looked for. */
const machine_known *check_known(const check_result *result);
/* What was counted under this name; 0 if nothing was. */
uint64_t check_counted(const check_result *result, const char *name);

#endif
