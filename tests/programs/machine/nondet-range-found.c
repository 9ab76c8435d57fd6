/* The range includes the value that fails.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Options: --nondet 0..3
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    assert(__VERIFIER_nondet_int() != 3);
    return 0;
}
