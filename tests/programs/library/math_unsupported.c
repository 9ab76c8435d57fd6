/* Functions without an exact result are not known to `heddle check` on values that are not: it says so. Arithmetic is.
 *
 * Verdict: SC bounded
 * Check: unsupported
 */
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    assert(!(x > 0 && x < 1) || sqrt(x) < 1.5);
    if (x > 0 && x < 1)
        assert(sin(x) < 2);
    return 0;
}
