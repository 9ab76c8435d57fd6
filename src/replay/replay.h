/* Turning an execution that an engine found into a schedule of the machine.
 *
 * The execution says in which order reads, stores and the rest take effect; the machine is led along that order. For
 * each event in turn, its thread takes steps until it has done it, and a store is then committed; no thread takes a
 * step that is not needed for that, because a loop that waits is in the execution with its last iteration only, and so
 * must be reached when the wait is over. A step may do more than was asked for (what others cannot notice, all that a
 * lonely thread does, a whole atomic block): those events are found done when their turn comes. */
#ifndef HEDDLE_REPLAY_REPLAY_H
#define HEDDLE_REPLAY_REPLAY_H

#include "encode/execution.h"

/* By step of the execution: the number, from 0, of the machine's event that was it; IR_NONE if it tells of none. */
typedef VEC(uint32_t) replay_told;

/* Puts into `schedule` the choices that lead the machine to a violation, the last one to the violation itself, which
 * is described in `violation`. It is the first one on the way, whether or not it is the execution's claim. `options`
 * are those of the machine that the schedule is for; model, events and output are replay's own. `told` may be NULL.
 *
 * False, with a diagnostic that says where the two first differ, if the machine cannot be led along. */
bool replay_execution(const execution *e, const machine_options *options, machine_choices *schedule,
                      machine_result *violation, replay_told *told, diag *d);

#endif
