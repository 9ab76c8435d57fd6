/* The functions of <math.h>, on known values.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <math.h>

/* The call gives a number between these, which are neighbours of what it should be. */
#define BETWEEN(call, low, high) assert((call) >= (low) && (call) <= (high))
/* It gives a number as ROW, and sets errno. */
#define SETS(call, result, error) (errno = 0, assert((call) == (result)), assert(errno == (error)))

static void transcendental(void)
{
    volatile double zero = 0, one = 1, two = 2;
    volatile float f = 1;
    ROW(sin(zero), 0);
    BETWEEN(sin(one), 0.84147098480789, 0.84147098480790);
    BETWEEN(cos(one), 0.54030230586813, 0.54030230586814);
    BETWEEN(tan(one), 1.55740772465490, 1.55740772465491);
    BETWEEN(asin(one), 1.57079632679489, 1.57079632679490);
    ROW(acos(one), 0);
    BETWEEN(atan(one), 0.78539816339744, 0.78539816339745);
    BETWEEN(atan2(one, -one), 2.35619449019234, 2.35619449019235);
    BETWEEN(sinh(one), 1.17520119364380, 1.17520119364381);
    ROW(cosh(zero), 1);
    BETWEEN(tanh(one), 0.76159415595576, 0.76159415595577);
    BETWEEN(asinh(one), 0.88137358701954, 0.88137358701955);
    ROW(acosh(one), 0);
    ROW(atanh(zero), 0);
    BETWEEN(exp(one), 2.71828182845904, 2.71828182845905);
    ROW(exp2(two), 4);
    BETWEEN(expm1(one), 1.71828182845904, 1.71828182845905);
    BETWEEN(log(two), 0.69314718055994, 0.69314718055995);
    ROW(log2(8 * one), 3);
    ROW(log10(100 * one), 2);
    ROW(log1p(zero), 0);
    BETWEEN(cbrt(27 * one), 2.99999999999999, 3.00000000000001);
    ROW(erf(zero), 0);
    ROW(erfc(zero), 1);
    ROW(tgamma(5 * one), 24);
    ROW(logb(10 * one), 3);
    BETWEEN(sinf(f), 0.8414709f, 0.8414711f);
    BETWEEN(expf(f), 2.718281f, 2.718282f);
}

static void of_two(void)
{
    volatile double two = 2, x = 7.5;
    volatile float f = 3;
    ROW(pow(two, 10), 1024);
    ROW(pow(two, -1), 0.5);
    ROW(pow(9 * two / two, 0.5), 3);
    ROW(powf(f, 4), 81);
    ROW(fmod(x, two), 1.5);
    ROW(fmod(-x, two), -1.5);
    ROW(remainder(x, two), -0.5);
    ROW(fmodf(f, 2), 1);
    ROW(hypot(3, 2 * two), 5);
    ROW(nextafter(two, 3), 2 + 0x1p-51);
}

static void exact(void)
{
    volatile double x = -2.5, y = 0.5;
    double whole;
    ROW(copysign(y, x), -0.5);
    ROW(fma(x, y, 1), -0.25);
    ROW(fmaf(2, 3, 4), 10);
    ROW(modf(x, &whole), -0.5);
    ROW(whole, -2);
    ROW(nearbyint(x), -2);
    ROW(lround(x), -3);
    ROW(lrint(x), -2);
    ROW(llround(x), -3);
    ROW(llrintf(3.5f), 4);
    assert(signbit(modf(-0.0, &whole)) && signbit(whole) && modf(-INFINITY, &whole) == 0 && isinf(whole));
}

static void errors(void)
{
    volatile double minus = -1, zero = 0, large = 1e6;
    errno = 0;
    assert(isnan(sqrt(minus)) && errno == EDOM);
    errno = 0;
    assert(isnan(log(minus)) && errno == EDOM);
    errno = 0;
    assert(isnan(acos(2 * minus)) && errno == EDOM);
    SETS(log(zero), -INFINITY, ERANGE);
    SETS(exp(large), INFINITY, ERANGE);
    SETS(exp(-large), 0, ERANGE);
    SETS(pow(zero, minus), INFINITY, ERANGE);
    SETS(pow(zero, zero), 1, 0);
    SETS(sqrt(-zero), 0, 0);
}

int main(void)
{
    transcendental();
    of_two();
    exact();
    errors();
    END_OF_TABLE();
    return 0;
}
