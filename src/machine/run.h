/* One execution: by random choices, or by a given schedule. */
#ifndef HEDDLE_MACHINE_RUN_H
#define HEDDLE_MACHINE_RUN_H

#include <signal.h>

#include "machine/schedule.h"

typedef enum run_end {
    RUN_COMPLETE,   /* every thread finished */
    RUN_EXITED,     /* the process ended while others waited */
    RUN_VIOLATION,  /* see `result` */
    RUN_DEADLOCK,   /* see `text` */
    RUN_BLOCKED,    /* a thread was stopped by an assume or in an atomic block, and nobody can go on */
    RUN_UNFINISHED, /* the schedule is over, or the limit on steps or time was reached */
    RUN_UNSUPPORTED,
    RUN_LIMIT,
    RUN_MISFIT, /* the schedule's next line is not possible; see `text` */
} run_end;

typedef struct run_options {
    uint64_t seed;
    uint64_t max_steps;                     /* choices; 0: no limit */
    uint64_t max_instructions;              /* 0: no limit */
    double timeout;                         /* seconds; 0: no limit */
    const schedule *replay;                 /* NULL: random */
    uint8_t stay;                           /* of 256: how often, at random, the thread that went last goes on */
    bool is_ordered;                        /* if random: what is in a buffer goes to memory before anything else */
    machine_choices *choices;               /* what was done is added here, unless NULL */
    const volatile sig_atomic_t *interrupt; /* set to end the run; may be NULL */
} run_options;

typedef struct run_result {
    run_end end;
    machine_result result; /* of the last step, for RUN_VIOLATION, RUN_UNSUPPORTED, RUN_LIMIT */
    char *text;            /* explains a deadlock or a misfit; may be NULL */
    uint64_t steps;
    uint64_t decisions;   /* how often something else could have been chosen at random */
    strbuf schedule;      /* what was done, as schedule text */
    machine_state *state; /* at the end */
} run_result;

/* With `records`, the schedule is written down as the run goes. */
run_result run_once(machine *m, const run_options *options, bool records);
void run_result_clear(run_result *result);

#endif
