/* A product may be a negative zero, and its inverse is then minus infinity.
 *
 * Verdict: SC bounded
 * Check: violation
 */
#include <assert.h>

double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    assert(!(x * 0.0 == 0) || 1 / (x * 0.0) > 0);
    return 0;
}
