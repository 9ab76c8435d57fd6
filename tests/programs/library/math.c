/* The functions of <math.h> that Heddle knows.
 *
 * Verdict: SC safe
 */
#include <assert.h>
#include <math.h>

int main(void)
{
    volatile double x = 2.25, y = -2.5;
    volatile float f = 6.25f;
    assert(fabs(y) == 2.5 && sqrt(x) == 1.5 && sqrtf(f) == 2.5f && fabsf(-f) == f);
    assert(floor(y) == -3 && ceil(y) == -2 && trunc(y) == -2 && round(y) == -3 && rint(y) == -2);
    assert(floorf(f) == 6 && ceilf(f) == 7 && truncf(-f) == -6 && roundf(f) == 6 && rintf(f + 0.25f) == 6);
    assert(fmin(x, y) == y && fmax(x, y) == x && fmin(NAN, x) == x && fmax(x, NAN) == x);
    assert(fminf(f, 1) == 1 && fmaxf(f, 1) == f);
    assert(pow(x, 2) == 5.0625 && pow(x, 0) == 1 && pow(2, -1) == 0.5);
    return 0;
}
