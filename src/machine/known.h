/* Violations that are known already, where all are looked for (machine_options.known): they count no more, and what
 * follows them is looked at.
 *
 * Two violations are the same if they are of one property and at one place: a line and column of the user's, or a pair
 * of them; a state, if the threads that have not ended stand at the same lines. The list is never changed, only added
 * to at the front, so who began with a part of it keeps that. */
#ifndef HEDDLE_MACHINE_KNOWN_H
#define HEDDLE_MACHINE_KNOWN_H

#include "machine/machine.h"

typedef struct machine_known {
    const struct machine_known *next;
    property violated;
    ir_id user_pc, other; /* `other`: the second place, of the shape PAIR; in any order */
    uint64_t lines;       /* of the shape END; 0: any */
} machine_known;

machine_known known_of(const machine_result *violation);
bool known_has(const ir_program *program, const machine_known *list, machine_known violation);
/* Are all of `some` in the list? */
bool known_has_all(const ir_program *program, const machine_known *list, const machine_known *some);
/* For a violation of the shape END (machine_result.lines): where those stand that have not ended. */
uint64_t known_lines(const machine *m, const machine_state *state);

#endif
