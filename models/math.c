/* The few functions of <math.h> that compute exactly what the machine can. The elementwise builtins are used because,
 * other than __builtin_sqrt and its like, they never become calls of the very function defined here. */
#include "internal.h"

#include <math.h>

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
UNARY(sqrt, __builtin_elementwise_sqrt)
UNARY(floor, __builtin_elementwise_floor)
UNARY(ceil, __builtin_elementwise_ceil)
UNARY(trunc, __builtin_elementwise_trunc)
UNARY(round, __builtin_elementwise_round)
UNARY(rint, __builtin_elementwise_rint)

/* A NaN loses against a number. */
#define SMALLER(a, b) ((b) != (b) || (a) < (b) ? (a) : (b))
#define GREATER(a, b) ((b) != (b) || (a) > (b) ? (a) : (b))

double fmin(double one, double other)
{
    return SMALLER(one, other);
}

float fminf(float one, float other)
{
    return SMALLER(one, other);
}

double fmax(double one, double other)
{
    return GREATER(one, other);
}

float fmaxf(float one, float other)
{
    return GREATER(one, other);
}

enum { GREATEST_EXPONENT = 64 };

double pow(double base, double exponent)
{
    if (!(exponent >= -GREATEST_EXPONENT && exponent <= GREATEST_EXPONENT) || exponent != (int)exponent)
        __heddle_unsupported("pow with an exponent that is not a small integer");
    int times = (int)exponent;
    double result = 1;
    for (int i = 0; i < (times < 0 ? -times : times); i++)
        result *= base;
    return times < 0 ? 1 / result : result;
}
