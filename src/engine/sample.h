/* Random executions on the machine, for programs that are too large to encode, or whose violations lie deep in loops.
 * What is found is an execution: nothing has to be proved, and nothing can be concluded if nothing is found. */
#ifndef HEDDLE_ENGINE_SAMPLE_H
#define HEDDLE_ENGINE_SAMPLE_H

#include <signal.h>

#include "machine/machine.h"

/* A way of choosing at random; the same way gives the same execution. */
typedef struct sample_way {
    uint64_t seed;
    uint8_t stay;    /* of 256: how often the thread that went last goes on */
    bool is_ordered; /* stores reach memory at once, so that every model does what SC does */
} sample_way;

typedef struct sample_limits {
    uint64_t instructions;                  /* over all executions */
    double timeout;                         /* seconds; 0: no limit */
    const volatile sig_atomic_t *interrupt; /* may be NULL */
} sample_limits;

typedef struct sample_result {
    sample_way way;
    machine_choices schedule;
    machine_result violation;
    uint64_t instructions; /* that were executed */
} sample_result;

/* Tries executions from number `first` on, until one violates a property. False if none did. */
bool sample_executions(const ir_program *program, const machine_options *options, uint64_t first,
                       const sample_limits *limits, sample_result *result);
/* The one execution that `way` describes. */
bool sample_execution(const ir_program *program, const machine_options *options, const sample_way *way,
                      const sample_limits *limits, sample_result *result);

#endif
