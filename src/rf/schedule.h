/* The choices of an execution on a machine that is traced, as choices for one that is not: there a thread that is alone
 * does in one step what it does in many here, and its stores need no buffer. */
#ifndef HEDDLE_RF_SCHEDULE_H
#define HEDDLE_RF_SCHEDULE_H

#include "machine/machine.h"

/* Both machines are made with the options, up to is_traced. The choices lead to a violation; false if those that were
 * found do not. */
bool rf_schedule_translate(const ir_program *program, const machine_options *options, const machine_choices *traced,
                           machine_choices *schedule, machine_result *result);

/* The same for choices that lead to where nobody goes on, or to a violation. */
void rf_schedule_translate_all(const ir_program *program, const machine_options *options, const machine_choices *traced,
                               machine_choices *schedule);

#endif
