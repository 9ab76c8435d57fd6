/* Nothing is reported that the machine does not do. */
#ifndef HEDDLE_ENGINE_CONFIRM_H
#define HEDDLE_ENGINE_CONFIRM_H

#include "encode/execution.h"
#include "engine/check.h"

/* How violations are confirmed and shown. `is_normalised`: as a search through states has it (machine.h). */
machine_options confirm_machine_options(const check_options *options, const model *model, const machine_known *known,
                                        bool is_normalised, budget *budget);

/* Replays the execution; on success the result has one more violation and a simple schedule that leads to it. Otherwise
 * its message says why not: a limit, or (CHECK_FAILED) the machine does something else. */
void confirm_execution(const ir_program *program, const check_options *options, budget *budget, execution *x,
                       check_result *r);
/* Runs the schedule, which becomes the result's. False if the machine, with is_normalised as given, does not come to a
 * violation that way that is not known. */
bool confirm_schedule(const ir_program *program, const check_options *options, budget *budget, bool is_normalised,
                      machine_choices *schedule, check_result *r);

#endif
