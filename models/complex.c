/* What compilers call for products and quotients of complex numbers: (a + bi) (c + di) and (a + bi) / (c + di). C's
 * Annex G says what becomes of infinities; how exact a quotient is, it leaves open, so it is what libgcc computes. */
#include "internal.h"

#include <math.h>

/* An infinity in a box counts as 1, all else as 0, with its sign. */
#define BOXED(type, x) ((type)copysign(isinf(x) ? 1 : 0, x))
/* A part that is no number counts as 0. */
#define NUMBER_OR_ZERO(type, x) (isnan(x) ? (type)copysign(0, x) : (x))

#define MULTIPLICATION(name, type)                                                                                     \
    type _Complex name(type a, type b, type c, type d)                                                                 \
    {                                                                                                                  \
        type ac = a * c, bd = b * d, ad = a * d, bc = b * c, x = ac - bd, y = ad + bc;                                 \
        if (!isnan(x) || !isnan(y))                                                                                    \
            return __builtin_complex(x, y);                                                                            \
        _Bool is_infinite = isinf(ac) || isinf(bd) || isinf(ad) || isinf(bc);                                          \
        if (isinf(a) || isinf(b)) {                                                                                    \
            is_infinite = 1;                                                                                           \
            a = BOXED(type, a), b = BOXED(type, b);                                                                    \
            c = NUMBER_OR_ZERO(type, c), d = NUMBER_OR_ZERO(type, d);                                                  \
        }                                                                                                              \
        if (isinf(c) || isinf(d)) {                                                                                    \
            is_infinite = 1;                                                                                           \
            c = BOXED(type, c), d = BOXED(type, d);                                                                    \
            a = NUMBER_OR_ZERO(type, a), b = NUMBER_OR_ZERO(type, b);                                                  \
        }                                                                                                              \
        if (!is_infinite)                                                                                              \
            return __builtin_complex(x, y);                                                                            \
        a = NUMBER_OR_ZERO(type, a), b = NUMBER_OR_ZERO(type, b);                                                      \
        c = NUMBER_OR_ZERO(type, c), d = NUMBER_OR_ZERO(type, d);                                                      \
        return __builtin_complex((type)INFINITY * (a * c - b * d), (type)INFINITY * (a * d + b * c));                  \
    }

MULTIPLICATION(__muldc3, double)
MULTIPLICATION(__mulsc3, float)

/* The quotient if the rules of arithmetic make both parts NaN. */
static double _Complex divide_specially(double a, double b, double c, double d)
{
    if (c == 0 && d == 0 && (!isnan(a) || !isnan(b))) {
        double infinity = copysign(INFINITY, c);
        return __builtin_complex(infinity * a, infinity * b);
    }
    if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) {
        a = BOXED(double, a), b = BOXED(double, b);
        return __builtin_complex(INFINITY * (a * c + b * d), INFINITY * (b * c - a * d));
    }
    if ((isinf(c) || isinf(d)) && isfinite(a) && isfinite(b)) {
        c = BOXED(double, c), d = BOXED(double, d);
        return __builtin_complex(0 * (a * c + b * d), 0 * (b * c - a * d));
    }
    return __builtin_complex((double)NAN, (double)NAN);
}

/* Of other sizes, libraries differ in what they do against overflow and underflow. */
static _Bool is_of_ordinary_size(double x)
{
    return !(fabs(x) > 0x1p480) || isinf(x) ? !(fabs(x) < 0x1p-480) || x == 0 : 0;
}

/* Smith's method: with the smaller part of the divisor over the greater one. */
double _Complex __divdc3(double a, double b, double c, double d)
{
    if (!is_of_ordinary_size(a) || !is_of_ordinary_size(b) || !is_of_ordinary_size(c) || !is_of_ordinary_size(d))
        __heddle_unsupported("division of complex numbers that are larger than 2^480 or smaller than 2^-480");
    _Bool is_turned = fabs(c) < fabs(d);
    double greater = is_turned ? d : c, smaller = is_turned ? c : d;
    double one = is_turned ? b : a, other = is_turned ? a : b;
    double ratio = smaller / greater, divisor = smaller * ratio + greater;
    /* A ratio of 0 has lost its sign, and perhaps all of the smaller part. */
    double first = ratio == 0 ? smaller * (other / greater) : other * ratio;
    double second = ratio == 0 ? smaller * (one / greater) : one * ratio;
    double x = (first + one) / divisor;
    double y = (is_turned ? second - other : other - second) / divisor;
    return isnan(x) && isnan(y) ? divide_specially(a, b, c, d) : __builtin_complex(x, y);
}

/* In double precision, in which nothing overflows. */
float _Complex __divsc3(float a, float b, float c, float d)
{
    double divisor = (double)c * c + (double)d * d;
    float x = (float)(((double)a * c + (double)b * d) / divisor);
    float y = (float)(((double)b * c - (double)a * d) / divisor);
    if (!isnan(x) || !isnan(y))
        return __builtin_complex(x, y);
    double _Complex special = divide_specially(a, b, c, d);
    return __builtin_complex((float)__real__ special, (float)__imag__ special);
}
