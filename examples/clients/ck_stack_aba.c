/* ConcurrencyKit: the stack for nodes that are pushed only once, used with a node that is pushed again.
 *
 * Checked: as in ck_stack_mpmc.c. It is wrong: the thread that is late finds the node at the top that it has seen
 * before, and makes its old successor the top, although that was popped: the ABA problem.
 *
 * Needs: -Iinclude
 * Verdict: SC violation, TSO violation, PSO violation
 */
#define POP ck_stack_pop_upmc
#include "ck_stack_mpmc.c"
