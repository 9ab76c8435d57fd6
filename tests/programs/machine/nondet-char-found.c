/* Among all values of a char is the one that fails.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void)
{
    assert(__VERIFIER_nondet_char() != -77);
    return 0;
}
