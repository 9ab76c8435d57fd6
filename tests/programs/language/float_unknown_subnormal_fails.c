/* Numbers below the smallest normal one lose their last bits when they are halved.
 *
 * Verdict: SC violation
 * Options: --nondet 0..3
 * Check-options: --no-trace
 */
#include <assert.h>

double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    assert(!(x > 0 && x < 2.2250738585072014e-308) || x / 2 * 2 == x);
    return 0;
}
