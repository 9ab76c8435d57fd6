/* Products and quotients of complex numbers, infinities included.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <complex.h>
#include <math.h>

#define PARTS(number, x, y) (assert(creal(number) == (x)), assert(cimag(number) == (y)))

static void check_double(void)
{
    volatile double complex a = 3 + 4 * I, b = 1 - 2 * I, zero = 0, i = I, tenths = 0.1 + 0.3 * I;
    PARTS(a * b, 11, -2);
    PARTS(a / b, -1, 2);
    PARTS(b / a, -0.2, -0.4);
    PARTS(a / i, 4, -3);
    PARTS(a / tenths, 15, -5);
    volatile double complex infinite = __builtin_complex((double)INFINITY, (double)NAN), quotient = a / zero;
    assert(isinf(creal(quotient)) && isinf(cimag(quotient)));
    quotient = a / infinite;
    PARTS(quotient, 0, 0);
    quotient = infinite / a;
    assert(isinf(creal(quotient)) || isinf(cimag(quotient)));
    quotient = infinite * a;
    assert(isinf(creal(quotient)) || isinf(cimag(quotient)));
    quotient = zero / zero;
    assert(isnan(creal(quotient)) && isnan(cimag(quotient)));
}

static void check_float(void)
{
    volatile float complex a = 2 + 2 * I, b = 1 + 1 * I, large = 0x1p120f + 0x1p120f * I, zero = 0;
    PARTS(a * b, 0, 4);
    PARTS(a / b, 2, 0);
    PARTS(large / large, 1, 0);
    volatile float complex quotient = a / zero;
    assert(isinf(crealf(quotient)) && isinf(cimagf(quotient)));
}

int main(void)
{
    check_double();
    check_float();
    END_OF_TABLE();
    return 0;
}
