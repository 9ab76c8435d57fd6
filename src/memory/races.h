/* Pairs of accesses that may race (docs/races.md), as far as that can be said before any search.
 *
 * Two accesses of different threads that may hit the same cell, of which one writes and not both are atomic, are such a
 * pair unless they are ordered in every execution that has both: by the beginning and the end of threads, or because
 * both threads hold the same lock. A free and an access of the object are one, too; the end of a local variable is
 * none. The claim says that both accesses are executed and hit the same cell. If no claim can hold, there is no data
 * race, under any model: what orders the others is synchronisation. The converse does not hold, since atomic accesses
 * and other functions of the library synchronise as well: the machine has to look at the execution.
 *
 * A lock orders two sections if nobody but those who take it and give it back writes its word meanwhile.
 *
 * A program is *strict* if whoever reads what another thread has written by an atomic access is synchronised with it:
 * atomics acquire and release, mutexes are waited for, and nothing else of the library passes anything on. Then, under
 * SC, two accesses race in some execution if and only if in some execution both threads stand before them at the same
 * time. (The shortest execution with a race, and of that only what happens before the two accesses: all reads in it
 * read from what is in it as well, since they do not race, so it is an execution, and both accesses come next.) */
#ifndef HEDDLE_MEMORY_RACES_H
#define HEDDLE_MEMORY_RACES_H

#include "memory/memory.h"

/* Fills m->races, and m->is_strict. False with a diagnostic if there are too many, or the budget is spent. Adds terms.
 * O(pairs of accesses of a cell). */
bool memory_find_races(memory *m, diag *d);

#endif
