/* What fits an integer, fractions aside.
 *
 * Verdict: SC bounded
 * Check: safe
 */
#include <assert.h>

double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);

int main(void)
{
    double d = __VERIFIER_nondet_double();
    float f = __VERIFIER_nondet_float();
    if (d > -2147483649.0 && d < 2147483648.0)
        assert((int)d <= 0 || d >= 1);
    if (d > -1 && d < 256)
        assert((unsigned char)d <= d || d < 0);
    if (f >= -9223372036854775808.0f && f < 9223372036854775808.0f)
        assert((float)(long)f == f || (f < 8388608 && f > -8388608));
    return 0;
}
