/* Text to floating-point numbers.
 *
 * A number of at most 2^53 times a power of ten that is a double itself is one multiplication or division of doubles,
 * which rounds as it must. What is longer is not modelled, nor is text in hexadecimal. */
#include "internal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

enum { MOST_POWER = 22, MOST_EXPONENT = 10000, BASE = 10 };

static const uint64_t MOST_DIGITS = UINT64_C(1) << 53;

/* digits * 10^exponent */
typedef struct decimal {
    uint64_t digits;
    int exponent;
    _Bool is_there;
} decimal;

static const char *take_fraction(const char *at, decimal *d, _Bool is_behind_point)
{
    for (; isdigit((unsigned char)*at); at++) {
        d->is_there = 1;
        if (d->digits > MOST_DIGITS / BASE - 1)
            __heddle_unsupported("text of a floating-point number with more than 15 digits");
        d->digits = BASE * d->digits + (uint64_t)(*at - '0');
        d->exponent -= is_behind_point;
    }
    return at;
}

/* What is no exponent is not part of the number. */
static const char *take_exponent(const char *at, decimal *d)
{
    const char *next = at + 1;
    int number = 0;
    if (*at != 'e' && *at != 'E')
        return at;
    _Bool is_negative = *next == '-';
    next += is_negative || *next == '+';
    if (!isdigit((unsigned char)*next))
        return at;
    for (; isdigit((unsigned char)*next); next++)
        number = number < MOST_EXPONENT ? BASE * number + (*next - '0') : number;
    d->exponent += is_negative ? -number : number;
    return next;
}

static double power_of_ten(int exponent)
{
    double power = 1;
    for (int i = 0; i < MOST_POWER; i++)
        power *= i < exponent ? 10.0 : 1.0;
    return power;
}

static double value_of(const decimal *d)
{
    if (d->digits == 0)
        return 0;
    if (d->exponent > MOST_POWER || d->exponent < -MOST_POWER)
        __heddle_unsupported("text of a floating-point number with an exponent above 22 or below -22");
    double digits = (double)d->digits;
    return d->exponent < 0 ? digits / power_of_ten(-d->exponent) : digits * power_of_ten(d->exponent);
}

/* The place behind the sign and the blanks before it. */
static const char *take_sign(const char *text, _Bool *is_negative)
{
    while (isspace((unsigned char)*text))
        text++;
    *is_negative = *text == '-';
    return text + (*is_negative || *text == '+');
}

static const char *take_word(const char *at, double *number)
{
    if (strncasecmp(at, "nan", 3) == 0) {
        if (at[3] == '(')
            __heddle_unsupported("text of a NaN with a payload");
        *number = NAN;
        return at + 3;
    }
    if (strncasecmp(at, "inf", 3) != 0)
        return NULL;
    *number = INFINITY;
    return at + (strncasecmp(at, "infinity", 8) == 0 ? 8 : 3);
}

/* NULL if it is no number. */
static const char *take_decimal(const char *at, double *number)
{
    decimal d = {0};
    if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
        __heddle_unsupported("text of a floating-point number in hexadecimal");
    at = take_fraction(at, &d, 0);
    if (*at == '.' && (d.is_there || isdigit((unsigned char)at[1])))
        at = take_fraction(at + 1, &d, 1);
    if (!d.is_there)
        return NULL;
    at = take_exponent(at, &d);
    *number = value_of(&d);
    return at;
}

double strtod(const char *restrict text, char **restrict end)
{
    _Bool is_negative;
    double number = 0;
    const char *start = take_sign(text, &is_negative), *behind = take_word(start, &number);
    if (!behind)
        behind = take_decimal(start, &number);
    if (end)
        *end = (char *)(behind ? behind : text);
    if (!behind)
        return 0;
    return is_negative ? -number : number;
}

/* Rounding twice is the same as once, unless the double lies in the middle between two floats, and has been rounded. */
static float to_float(double number)
{
    enum { BITS_LOST = 29 };
    uint64_t bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    uint64_t lost = bits & ((UINT64_C(1) << BITS_LOST) - 1);
    if (lost == UINT64_C(1) << (BITS_LOST - 1) && (number != trunc(number) || fabs(number) >= (double)MOST_DIGITS))
        __heddle_unsupported("text of a number in the middle between two floats");
    return (float)number;
}

float strtof(const char *restrict text, char **restrict end)
{
    return to_float(strtod(text, end));
}

long double strtold(const char *restrict text, char **restrict end)
{
    return (long double)strtod(text, end);
}

double atof(const char *text)
{
    return strtod(text, NULL);
}
