/* The functions of <math.h> on float, on known values, and those of double that round.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <math.h>

double roundeven(double number);
float roundevenf(float number);

/* The call gives a number as near to this as the rounding of a float lets one expect. */
#define NEAR(call, result) assert((call) > (result)-1e-6f && (call) < (result) + 1e-6f)

static void transcendental(void)
{
    volatile float zero = 0, one = 1, two = 2;
    NEAR(cosf(one), 0.5403023f);
    NEAR(tanf(one), 1.5574077f);
    NEAR(asinf(one), 1.5707963f);
    ROW(acosf(one), 0);
    NEAR(atanf(one), 0.7853982f);
    NEAR(atan2f(one, -one), 2.3561945f);
    NEAR(sinhf(one), 1.1752012f);
    NEAR(coshf(one), 1.5430806f);
    NEAR(tanhf(one), 0.7615942f);
    NEAR(asinhf(one), 0.8813736f);
    ROW(acoshf(one), 0);
    ROW(atanhf(zero), 0);
    ROW(exp2f(two), 4);
    NEAR(expm1f(one), 1.7182818f);
    NEAR(logf(two), 0.6931472f);
    ROW(log2f(8 * one), 3);
    ROW(log10f(100 * one), 2);
    ROW(log1pf(zero), 0);
    NEAR(cbrtf(27 * one), 3);
    ROW(erff(zero), 0);
    ROW(erfcf(zero), 1);
    NEAR(tgammaf(4 * one), 6);
    ROW(logbf(10 * one), 3);
    ROW(hypotf(3 * one, 4), 5);
    ROW(remainderf(7.5f * one, two), -0.5f);
    ROW(nextafterf(two, 3), 2 + 0x1p-22f);
}

static void exact(void)
{
    volatile float x = -2.5f, f = 6.25f;
    float whole;
    ROW(copysignf(0.5f, x), -0.5f);
    ROW(fabsf(x), 2.5f);
    ROW(sqrtf(f), 2.5f);
    ROW(floorf(x), -3);
    ROW(ceilf(x), -2);
    ROW(truncf(x), -2);
    ROW(roundf(x), -3);
    ROW(roundevenf(x), -2);
    ROW(rintf(x), -2);
    ROW(nearbyintf(f), 6);
    ROW(lroundf(x), -3);
    ROW(llroundf(x), -3);
    ROW(lrintf(x), -2);
    ROW(modff(x, &whole), -0.5f);
    ROW(whole, -2);
    ROW(fminf(x, NAN), x);
    ROW(fmaxf(x, f), f);
    errno = 0;
    assert(isnan(sqrtf(x)) && errno == EDOM);
}

static void of_double(void)
{
    volatile double x = 2.25, y = -2.5;
    ROW(fabs(y), 2.5);
    ROW(floor(y), -3);
    ROW(ceil(y), -2);
    ROW(trunc(y), -2);
    ROW(round(y), -3);
    ROW(roundeven(y), -2);
    ROW(rint(y), -2);
    ROW(llrint(y), -2);
    ROW(fmin(x, y), y);
    ROW(fmax(x, y), x);
    ROW(fmin(NAN, x), x);
    ROW(fmax(x, NAN), x);
}

int main(void)
{
    transcendental();
    exact();
    of_double();
    END_OF_TABLE();
    return 0;
}
