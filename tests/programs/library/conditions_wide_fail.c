/* A condition of any type is false if it is zero: the assertion behind it fails.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: __VERIFIER_assert
 */
#include <assert.h>

void __VERIFIER_assume(double);
void __VERIFIER_assert(unsigned long long);

int main(void)
{
    volatile unsigned long long zero = 0;
    __VERIFIER_assume(0.5);
    __VERIFIER_assert(zero << 32);
    return 0;
}
