/* RCU with a reader that does not read through the pointer: it looks at a version, and then reads a variable whose
 * address it has known all along. See rcu_publish.c.
 *
 * The reader has a branch between the two, but processors guess branches and read on: on ARMv8 and on Power the
 * variable may be read before the version. SC, TSO and PSO keep loads in order.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#define NO_DEPENDENCY
#include "rcu_publish.c"
