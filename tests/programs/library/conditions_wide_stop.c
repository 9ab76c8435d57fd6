/* No assumption is kept by minus zero.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>

void __VERIFIER_assume(double);

int main(void)
{
    __VERIFIER_assume(-0.0);
    assert(0);
    return 0;
}
