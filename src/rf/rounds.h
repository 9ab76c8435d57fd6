/* Rounds that nobody can notice. A *round* is what a thread has done between two moments at which it was at the same
 * place, knowing the same (machine_thread_hash). It is *idle* if the rest of the execution is one without it as well:
 *
 *   - It writes only to cells that it has read in the same node, so nothing of it waits in a store buffer, and nothing
 *     comes in between. It creates, joins and ends nothing.
 *   - Follow the memory of those cells from its first write to its end, and beside it memory as it would be without the
 *     round. They have a *difference*, bits that the round's writes change. In the end there is none: a lock was given
 *     back, a bit that says that the thread waits is set as it was.
 *   - Meanwhile others may have read such a cell. They have not noticed if what they do with the other value is the
 *     same, and leaves the same difference; that is tried out. Two threads that wait for one condition variable come
 *     and go in one word in this way. Somebody who finds a lock taken, or signals one thread less, has noticed.
 *
 * If all memory is as it would be without the round, and the thread knows what it knew, all that can follow can follow
 * without the round, too. So of the executions that lead to a violation the shortest have no idle round, except at the
 * end of a thread, and it is enough to find those: a thread whose last round is idle does not go on (run.h).
 *
 * Who has noticed a round has done so before its end, since the round overwrites what it wrote. So it cannot depend on
 * what its thread did later: leaving out later nodes leaves nobody out who must have noticed earlier rounds, and
 * executions without idle rounds are still found from those with fewer causes (explore.h). */
#ifndef HEDDLE_RF_ROUNDS_H
#define HEDDLE_RF_ROUNDS_H

#include "rf/run.h"

/* The node is in no idle round. */
bool rf_round_cannot_have(const rf_trace *t, const rf_node *node);
/* Of the thread's nodes from `first` on; the thread is where it was before them, and knows the same. */
bool rf_round_is_idle(rf_run *r, uint32_t thread, uint32_t first);

#endif
