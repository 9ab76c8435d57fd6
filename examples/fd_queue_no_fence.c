/* Apache's queue with a counter that orders nothing: who sees that a worker is idle need not see its pool. See
 * fd_queue.c.
 *
 * TSO and PSO do not notice: there an atomic addition is a fence, whatever order it asks for. On ARMv8 and on Power it
 * is not.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#define NO_FENCE
#include "fd_queue.c"
