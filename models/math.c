/* <math.h>: functions with an exact result, of all values, and the others of known ones. The elementwise builtins are
 * used because, other than __builtin_sqrt and its like, they never become calls of the very function defined here. */
#include "internal.h"

#include <errno.h>
#include <math.h>

#include "base/libm.h"

#define UNARY(name, operation)                                                                                         \
    double name(double number)                                                                                         \
    {                                                                                                                  \
        return operation(number);                                                                                      \
    }                                                                                                                  \
    float name##f(float number)                                                                                        \
    {                                                                                                                  \
        return operation(number);                                                                                      \
    }

UNARY(fabs, __builtin_elementwise_abs)
UNARY(floor, __builtin_elementwise_floor)
UNARY(ceil, __builtin_elementwise_ceil)
UNARY(trunc, __builtin_elementwise_trunc)
UNARY(round, __builtin_elementwise_round)
UNARY(rint, __builtin_elementwise_rint)
UNARY(nearbyint, __builtin_elementwise_nearbyint)
UNARY(roundeven, __builtin_elementwise_roundeven)

double sqrt(double number)
{
    if (number < 0)
        errno = EDOM;
    return __builtin_elementwise_sqrt(number);
}

float sqrtf(float number)
{
    if (number < 0)
        errno = EDOM;
    return __builtin_elementwise_sqrt(number);
}

/* A NaN loses against a number. */
#define SMALLER(a, b) ((b) != (b) || (a) < (b) ? (a) : (b))
#define GREATER(a, b) ((b) != (b) || (a) > (b) ? (a) : (b))

#define SIGNED(a, b) __builtin_elementwise_copysign(a, b)

#define BINARY(name, type, operation)                                                                                  \
    type name(type one, type other)                                                                                    \
    {                                                                                                                  \
        return operation(one, other);                                                                                  \
    }

BINARY(fmin, double, SMALLER)
BINARY(fminf, float, SMALLER)
BINARY(fmax, double, GREATER)
BINARY(fmaxf, float, GREATER)
BINARY(copysign, double, SIGNED)
BINARY(copysignf, float, SIGNED)

double fma(double a, double b, double c)
{
    return __builtin_elementwise_fma(a, b, c);
}

float fmaf(float a, float b, float c)
{
    return __builtin_elementwise_fma(a, b, c);
}

/* What is left has the sign of the number, also where it is zero; of infinity nothing is left. */
double modf(double number, double *whole)
{
    *whole = trunc(number);
    return copysign(isinf(number) ? 0 : number - *whole, number);
}

float modff(float number, float *whole)
{
    *whole = truncf(number);
    return copysignf(isinf(number) ? 0 : number - *whole, number);
}

/* ---- to integers, where the result fits ---- */

#define INTEGER(name, integer, type, round)                                                                            \
    integer name(type number)                                                                                          \
    {                                                                                                                  \
        const type limit = (type)(1ULL << (8 * sizeof(integer) - 1));                                                  \
        type whole = round(number);                                                                                    \
        if (!(whole >= -limit && whole < limit))                                                                       \
            __heddle_unsupported(#name " of a number that does not fit");                                              \
        return (integer)whole;                                                                                         \
    }

INTEGER(lround, long, double, round)
INTEGER(lroundf, long, float, roundf)
INTEGER(llround, long long, double, round)
INTEGER(llroundf, long long, float, roundf)
INTEGER(lrint, long, double, rint)
INTEGER(lrintf, long, float, rintf)
INTEGER(llrint, long long, double, rint)
INTEGER(llrintf, long long, float, rintf)

/* ---- of known values ---- */

#define KNOWN(name, type, suffix, parameters, one, other)                                                              \
    type name##suffix parameters                                                                                       \
    {                                                                                                                  \
        type error = __heddle_libm_error##suffix(#name, one, other);                                                   \
        if (error != 0)                                                                                                \
            errno = (int)error;                                                                                        \
        return __heddle_libm##suffix(#name, one, other);                                                               \
    }
#define F(name)                                                                                                        \
    KNOWN(name, double, , (double number), number, number)                                                             \
    KNOWN(name, float, f, (float number), number, number)
LIBM_UNARY(F)
#undef F
#define F(name)                                                                                                        \
    KNOWN(name, double, , (double one, double other), one, other)                                                      \
    KNOWN(name, float, f, (float one, float other), one, other)
LIBM_BINARY(F)
#undef F
