/* Violations that are states (machine_options.ends): the choice that leads there ends in them.
 *
 * A *deadlock* is a state in which somebody wants to go on, nobody can, and nobody has been stopped (by an assumption,
 * by what is not checked, or by the end of the process). That who waits for a signal may wake up without one does not
 * count: it need never happen.
 *
 * Memory that is left when the program ends: see leaks.h.
 *
 * A thread that waits in an atomic block of the user's has not begun it (undo.h). Whether it can begin it ever is not
 * known, so where deadlocks are looked for, that is not modelled.
 */
#ifndef HEDDLE_MACHINE_ENDS_H
#define HEDDLE_MACHINE_ENDS_H

#include "machine/machine.h"

/* If the state is a violation, `result` becomes that. */
void ends_look(const machine *m, const machine_state *state, machine_result *result);

#endif
