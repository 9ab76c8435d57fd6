/* ConcurrencyKit: hazard pointers, announced without a fence.
 *
 * Checked: as in ck_hp.c. It is wrong on x86: the announcement may still be in the store buffer when the reader looks
 * again, and the writer does not see it.
 *
 * Needs: -Iinclude src/ck_hp.c
 * Verdict: SC safe, TSO violation, PSO violation
 */
#define ANNOUNCE ck_hp_set
#include "ck_hp.c"
