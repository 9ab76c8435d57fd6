/* A product is not what it is rounded to.
 *
 * Verdict: SC bounded
 * Check: violation
 */
#include <assert.h>
#include <math.h>

float __VERIFIER_nondet_float(void);

int main(void)
{
    float x = __VERIFIER_nondet_float();
    assert(!(x > 1 && x < 2) || __builtin_elementwise_fma(x, x, -(x * x)) == 0);
    return 0;
}
