/* Executions and verdicts on the terminal, as several commands show them. */
#ifndef HEDDLE_CLI_SHOW_H
#define HEDDLE_CLI_SHOW_H

#include "cli/commands.h"

/* Replays the choices on a machine of its own: shows what happens if `with_trace`, and writes the schedule to the file
 * that --save-schedule names. */
void show_execution(const session *s, const machine_options *base, const machine_choices *choices, bool with_trace);

#endif
