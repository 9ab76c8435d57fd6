/* Making a schedule that fails simpler, so that a person can follow it.
 *
 * A schedule is simpler than another if it has fewer switches from one thread to another (a commit belongs to the
 * thread whose store it is), or as many and stores that reach memory sooner after they were made, or else fewer
 * choices. */
#ifndef HEDDLE_REPLAY_MINIMISE_H
#define HEDDLE_REPLAY_MINIMISE_H

#include "machine/machine.h"

/* How simple a schedule is; the smaller, the better, the first number first. */
typedef struct minimise_cost {
    uint32_t switches; /* neighbouring choices of different threads */
    uint64_t delay;    /* over all commits: the choices between the store and it */
    uint32_t choices;
} minimise_cost;

/* `schedule` leads to `violation` with its last choice. Replaces both by a schedule that leads to a violation at the
 * same place and of the same kind, and is at least as simple. `budget` bounds the choices that are tried out on the
 * machine, over all attempts. The result depends on nothing but the arguments. */
void minimise_schedule(const ir_program *program, const machine_options *options, machine_choices *schedule,
                       machine_result *violation, uint64_t budget);

/* Of a schedule that is possible from the start. */
minimise_cost minimise_cost_of(const ir_program *program, const machine_options *options,
                               const machine_choices *schedule);

#endif
