/* float and double: arithmetic, comparisons with NaN, conversions, the functions that are instructions.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>

int done;
double tenth = 0.1, two = 2, zero;
float quarter = 0.25f, million = 1e6f;
long double as_double = 0.1L;

int main(void)
{
    assert(tenth + 0.2 != 0.3 && tenth * 3 > 0.3 && (float)tenth != tenth);
    assert(quarter * 4 == 1 && million + quarter == 1000000.25f && million * million == 1e12f);
    assert(two / 3 > 0.666 && two / 3 < 0.667 && -two == -2 && two - 3 < 0);
    assert((int)2.9 == 2 && (int)-2.9 == -2 && (unsigned char)200.5 == 200 && (long)-1e15 == -1000000000000000);
    assert((double)7u == 7.0 && (float)-7 == -7.0f && (double)(1ull << 63) == 9223372036854775808.0);
    double infinity = 1 / zero, nan = zero / zero;
    assert(infinity > 1e308 && nan != nan && !(nan < 1) && !(nan >= 1) && -infinity < infinity);
    assert(__builtin_isnan(nan) && __builtin_isinf(infinity) && !__builtin_isfinite(nan) && __builtin_isnormal(two));
    assert(__builtin_fabs(-tenth) == tenth && __builtin_copysign(two, -0.0) == -2);
    assert(__builtin_floor(-0.5) == -1 && __builtin_ceil(0.5) == 1 && __builtin_trunc(-1.9) == -1);
    assert(__builtin_round(2.5) == 3 && __builtin_rint(2.5) == 2 && __builtin_nearbyint(3.5) == 4);
    assert(__builtin_fmin(two, nan) == 2 && __builtin_fmax(two, 3) == 3 && __builtin_fmaxf(quarter, 1) == 1);
    assert(as_double == tenth && sizeof(long double) == 8);
    union {
        float value;
        unsigned bits;
    } one = {1.0f};
    assert(one.bits == 0x3f800000);
    done = 1;
    return 0;
}
