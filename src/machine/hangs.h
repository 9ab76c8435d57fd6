/* States from which no thread that runs can ever end: what a search needs to keep to find them.
 *
 * Of every state it is noted where its choices lead, but for those who wake up without a reason, which need never
 * happen. A state is *fine* if a thread ends, stops or fails by one of its choices, if nobody can go on in it (then
 * everybody has ended, or it is a deadlock, which is another matter), if somebody was stopped before, or if a choice
 * leads to a state that is fine. When all states are known, those that are not fine *hang*: whatever is done, some
 * threads run, others wait, and none of them ever ends. */
#ifndef HEDDLE_MACHINE_HANGS_H
#define HEDDLE_MACHINE_HANGS_H

#include "base/vec.h"
#include "machine/machine.h"

typedef struct hangs_edge {
    uint32_t from, to;
} hangs_edge;

typedef struct hangs {
    VEC(hangs_edge) edges;
    VEC(uint8_t) is_fine; /* by number of a state */
} hangs;

void hangs_clear(hangs *h);
/* The state's own part of being fine. `progress`: somebody can go on (machine_choices_of). */
void hangs_note_state(hangs *h, uint32_t number, const machine_state *state, bool progress);
void hangs_note_fine(hangs *h, uint32_t number);
/* A choice leads from one state to the other. */
void hangs_note_step(hangs *h, uint32_t from, const machine_state *before, uint32_t to, const machine_state *after);
/* A state that hangs, and comes again whatever is done; IR_NONE if there is none. All states were noted. O(states +
 * edges). */
uint32_t hangs_find(hangs *h);

/* Looks at all that can happen after this state; false if that is more than so many states, unless 0. */
bool hangs_is_one(machine *m, const machine_state *state, uint64_t max_states);
/* What the threads do that never end. */
machine_result hangs_describe(const machine *m, const machine_state *state);
/* If the schedule leads to a state that hangs: a violation; and what the last choice does is left out if that is
 * nothing but going round and round in a loop. */
machine_result hangs_confirm(machine *m, machine_choices *schedule, uint64_t max_states);

/* Does somebody wake up without a reason by it? */
bool hangs_is_spurious(const machine *m, const machine_state *state, const machine_choice *choice);

#endif
