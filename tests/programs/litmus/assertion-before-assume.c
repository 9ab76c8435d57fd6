/* An assertion that fails before the assumption of the same thread is a violation, whatever is assumed later.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>

extern void __VERIFIER_assume(int condition);

int x;

int main(void)
{
    assert(x == 1);
    __VERIFIER_assume(x == 1);
    return 0;
}
