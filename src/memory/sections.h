/* Critical sections as atomic blocks.
 *
 * If whatever a thread touches while it holds a lock is touched by others only while they hold it, nobody can tell
 * whether the section was interrupted: taking the lock can be put off, giving it back can be done earlier, and all that
 * is between them commutes with what other threads do meanwhile (Lipton, "Reduction"). So the section is one step. The
 * step that gives the lock back may touch other things as well (as pthread_cond_wait does): it is the one moment at
 * which all of the section happens. Taking and giving are full fences, so this holds under all models.
 *
 * Not so if a thread can see that the lock is taken, by pthread_mutex_trylock or by looking at it. */
#ifndef HEDDLE_MEMORY_SECTIONS_H
#define HEDDLE_MEMORY_SECTIONS_H

#include "memory/memory.h"

/* Makes atomic blocks of the sections of `s` where that changes no behaviour: new numbers in symex_event.block. `m` is
 * the memory of `s`. Returns how many. O(events * threads + accesses * locks), with at most 64 locks. */
uint32_t sections_merge(symex *s, const memory *m);

#endif
