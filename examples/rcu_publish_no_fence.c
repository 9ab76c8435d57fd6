/* RCU without the release: the pointer may be there before what it points to. See rcu_publish.c.
 *
 * TSO keeps stores in order, so that nobody notices on x86. Under PSO, on ARMv8 and on Power a reader may find the new
 * configuration half filled in.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 */
#define NO_FENCE
#include "rcu_publish.c"
