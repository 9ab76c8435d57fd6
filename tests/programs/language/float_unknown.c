/* Floating-point arithmetic on values that are not known beforehand: what holds for all of them.
 *
 * Verdict: SC bounded
 * Check: safe
 */
#include <assert.h>
#include <math.h>

float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

static void adds(void)
{
    float x = __VERIFIER_nondet_float();
    assert(isnan(x) || x + 0.0f == x);
    assert(!isfinite(x) || x - x == 0);
    assert(!isfinite(x) || !signbit(x - x)); /* the zero of a difference is positive */
    assert(!isinf(x) || isnan(x - x));
    if (x >= 0 && x <= 100)
        assert(x + 1 > x);
}

static void multiplies(void)
{
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
    __VERIFIER_assume(x >= 1 && x <= 2 && y >= 1 && y <= 2);
    assert(x * y >= 1 && x * y <= 4);
    assert(x / y >= 0.5 && x / y <= 2);
    assert(x * 2 / 2 == x);
}

static void takes_roots(void)
{
    float x = __VERIFIER_nondet_float();
    assert(!(x >= 4) || sqrtf(x) >= 2);
    assert(!(x < 0) || isnan(sqrtf(x)));
    assert(!(x >= 0) || !(sqrtf(x) < 0));
}

static void converts(void)
{
    int i = __VERIFIER_nondet_int();
    double d = i;
    assert((int)d == i && (int)(d / 2) == i / 2);
    float f = __VERIFIER_nondet_float();
    assert(isnan(f) || (float)(double)f == f);
    if (f > -2147483904.0f && f < 2147483648.0f)
        assert((double)(int)f == truncf(f));
}

static void rounds(void)
{
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(isfinite(x));
    assert(floorf(x) <= x && ceilf(x) >= x && fabsf(truncf(x)) <= fabsf(x));
    assert(fabsf(x) >= 8 || fabsf(roundf(x) - x) <= 0.5f);
}

int main(void)
{
    adds();
    multiplies();
    takes_roots();
    converts();
    rounds();
    return 0;
}
