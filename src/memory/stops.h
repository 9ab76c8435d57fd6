/* Threads that stop where something happens that does not count as a violation.
 *
 * Where a property is not checked, a thread that violates it stops, as on the machine; the other threads go on, and
 * what they do counts. The same holds for what is not modelled: until a thread gets there, all is well. Symbolic
 * execution stops most threads by itself; but whether an object is still alive, or an address good, is known only when
 * all threads are. So the events, claims and cuts behind such a claim get a narrower guard here, those of threads that
 * are started behind it, too, and what waits for the end of such a thread.
 *
 * Guards stay as they were relative to each other: what is behind something is narrowed by as much or more. So nothing
 * that was concluded from one guard implying another, in program order or through a join, is lost. */
#ifndef HEDDLE_MEMORY_STOPS_H
#define HEDDLE_MEMORY_STOPS_H

#include "memory/memory.h"

/* `ignored`: violations that do not count. O(events + claims log claims). */
void memory_stop_threads(symex *s, memory *m, property_set ignored);

#endif
