/* Adding 1 is lost where numbers are further apart than that.
 *
 * Verdict: SC bounded
 * Check: violation
 */
#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void)
{
    float x = __VERIFIER_nondet_float();
    assert(!(x >= 16777214.0f && x <= 16777220.0f) || x + 1 > x);
    return 0;
}
