/* Data races, found with vector clocks while the machine runs (docs/races.md has the definition).
 *
 * A thread's clock says how much of each thread's past happens before what it does next; its own component grows
 * whenever it hands its past to others. An access is kept with the component that its thread had then, its *epoch*: it
 * happens before what thread u does now if and only if u's clock has that epoch. So two accesses that conflict race if,
 * when the second is executed, the clock of its thread lacks the epoch of the first. Happens-before goes only from what
 * was executed before, a buffered store being executed when it enters the buffer: so every pair is seen, in whatever
 * order the two were executed, and what commutes may be executed in any order.
 *
 * Clocks come from synchronisation alone: an atomic access that reads from a release, as C11 has it with its fences and
 * release sequences; the beginning and the end of threads; and what library models say (__heddle_sync).
 * All of it depends on the program order and on who reads from whom, and on nothing else: executions of one reads-from
 * class have the same races.
 *
 * For a search, two states are equal if the same can follow. Of clocks only comparisons with epochs of accesses
 * matter, so the hash has, for each component, how many of the kept epochs it has. An access that every running thread
 * has in its clock can race with nothing any more, and is forgotten; so is a released clock that adds nothing to any.
 */
#ifndef HEDDLE_MACHINE_RACE_H
#define HEDDLE_MACHINE_RACE_H

#include "machine/exec.h"

typedef struct machine_races machine_races;

machine_races *races_new(void);
machine_races *races_share(machine_races *races);
void races_release(machine_races *races);
/* About how much memory it takes. */
uint64_t races_bytes(const machine_races *races);
/* What can follow in the state, as far as it depends on clocks. O(accesses that are kept, and clocks). */
hash128 races_hash(const machine_state *state);
/* Forgets what can no longer matter. */
void races_prune(machine_state *state);
/* The object ends: its number may be used again. */
void races_forget_object(machine_state *state, uint64_t number);

/* The thread does this now, as the instruction that it stands at; NEXT, or GONE after reporting a race. */
outcome race_read(step *s, const machine_object *object, uint64_t address, uint8_t size, bool from_buffer);
outcome race_write(step *s, const machine_object *object, uint64_t address, uint8_t size, bool is_buffered);
/* What reads and writes at once, and did write or not. */
outcome race_exchange(step *s, const machine_object *object, uint64_t address, uint8_t size, bool writes);
outcome race_free(step *s, const machine_object *object, uint64_t address);
outcome race_synchronise(step *s, uint64_t word, uint64_t what);
void race_fence(step *s, ir_fence fence);
void race_start(step *s, uint32_t child);
void race_join(step *s, uint32_t other);
/* After the depth of atomic blocks has changed. */
void race_enter_block(step *s, bool is_users);
void race_leave_block(step *s);

/* The buffer has a new entry that is no store; the store at `index` reaches memory; the entry there is removed. */
void race_buffer_other(step *s);
void race_commit(step *s, uint32_t index, const machine_store *store);
void race_unbuffer(step *s, uint32_t index);

#endif
