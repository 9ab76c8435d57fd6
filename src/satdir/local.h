/* What a thread knows, and all else that what it does depends on and that no other thread can change: its place, its
 * registers, its private memory, its objects, as far as their numbers are those of the next ones, and how many threads
 * it has started. Two threads with equal keys, and with the same number, do the same as long as they read the same. */
#ifndef HEDDLE_SATDIR_LOCAL_H
#define HEDDLE_SATDIR_LOCAL_H

#include "base/hash.h"
#include "machine/machine.h"

hash128 local_key(machine *m, machine_state *state, uint32_t thread);

#endif
