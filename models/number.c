/* Text to numbers, arithmetic, random numbers. */
#include "internal.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

/* ---- text to integers ---- */

enum { MOST_DIGITS = 36, NO_DIGIT = MOST_DIGITS };

static int digit_value(char character)
{
    if (isdigit((unsigned char)character))
        return character - '0';
    if (isalpha((unsigned char)character))
        return tolower((unsigned char)character) - 'a' + 10;
    return NO_DIGIT;
}

typedef struct number {
    unsigned long long magnitude;
    _Bool is_negative, overflows;
} number;

/* "0x" counts as a prefix only if a digit follows. */
static const char *skip_prefix(const char *text, int *base)
{
    _Bool is_hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && digit_value(text[2]) < 16;
    if ((*base == 0 || *base == 16) && is_hexadecimal) {
        *base = 16;
        return text + 2;
    }
    if (*base == 0)
        *base = text[0] == '0' ? 8 : 10;
    return text;
}

/* With a base that there is none, as in glibc: *end stays as it was. */
static number parse(const char *text, char **end, int base)
{
    number result = {0};
    if (base < 0 || base == 1 || base > MOST_DIGITS) {
        errno = EINVAL;
        return result;
    }
    const char *next = text;
    while (isspace((unsigned char)*next))
        next++;
    if (*next == '+' || *next == '-')
        result.is_negative = *next++ == '-';
    next = skip_prefix(next, &base);
    const char *digits = next;
    for (int digit; (digit = digit_value(*next)) < base; next++) {
        result.overflows |= __builtin_mul_overflow(result.magnitude, (unsigned)base, &result.magnitude);
        result.overflows |= __builtin_add_overflow(result.magnitude, (unsigned)digit, &result.magnitude);
    }
    if (end)
        *end = (char *)(next == digits ? text : next);
    return result;
}

long long strtoll(const char *restrict text, char **restrict end, int base)
{
    number n = parse(text, end, base);
    unsigned long long most = (unsigned long long)LLONG_MAX + n.is_negative;
    if (n.overflows || n.magnitude > most) {
        errno = ERANGE;
        n.magnitude = most;
    }
    return (long long)(n.is_negative ? -n.magnitude : n.magnitude);
}

unsigned long long strtoull(const char *restrict text, char **restrict end, int base)
{
    number n = parse(text, end, base);
    if (n.overflows) {
        errno = ERANGE;
        return ULLONG_MAX;
    }
    return n.is_negative ? -n.magnitude : n.magnitude;
}

/* The same for numbers that may be narrower. */
static long parse_long(const char *text, char **end, int base)
{
    long long value = strtoll(text, end, base);
    if (value >= LONG_MIN && value <= LONG_MAX)
        return (long)value;
    errno = ERANGE;
    return value < 0 ? LONG_MIN : LONG_MAX;
}

static unsigned long parse_unsigned_long(const char *text, char **end, int base)
{
    number n = parse(text, end, base);
    if (n.overflows || n.magnitude > ULONG_MAX) {
        errno = ERANGE;
        return ULONG_MAX;
    }
    return (unsigned long)(n.is_negative ? -n.magnitude : n.magnitude);
}

/* The __isoc23_ names are those that newer headers of glibc give to the same functions. */
#define PARSES_AS(name, type, parser)                                                                                  \
    type name(const char *restrict text, char **restrict end, int base)                                                \
    {                                                                                                                  \
        return parser(text, end, base);                                                                                \
    }                                                                                                                  \
    type __isoc23_##name(const char *restrict text, char **restrict end, int base)                                     \
    {                                                                                                                  \
        return parser(text, end, base);                                                                                \
    }

PARSES_AS(strtol, long, parse_long)
PARSES_AS(strtoul, unsigned long, parse_unsigned_long)
PARSES_AS(strtoimax, intmax_t, strtoll)
PARSES_AS(strtoumax, uintmax_t, strtoull)

long long __isoc23_strtoll(const char *restrict text, char **restrict end, int base)
{
    return strtoll(text, end, base);
}

unsigned long long __isoc23_strtoull(const char *restrict text, char **restrict end, int base)
{
    return strtoull(text, end, base);
}

int atoi(const char *text)
{
    return (int)strtol(text, NULL, 10);
}

long atol(const char *text)
{
    return strtol(text, NULL, 10);
}

long long atoll(const char *text)
{
    return strtoll(text, NULL, 10);
}

/* ---- arithmetic ---- */

#define ARITHMETIC(absolute, division, result, type)                                                                   \
    type absolute(type number)                                                                                         \
    {                                                                                                                  \
        return number < 0 ? -number : number;                                                                          \
    }                                                                                                                  \
    result division(type number, type by)                                                                              \
    {                                                                                                                  \
        return (result){.quot = number / by, .rem = number % by};                                                      \
    }

ARITHMETIC(abs, div, div_t, int)
ARITHMETIC(labs, ldiv, ldiv_t, long)
ARITHMETIC(llabs, lldiv, lldiv_t, long long)
ARITHMETIC(imaxabs, imaxdiv, imaxdiv_t, intmax_t)

/* ---- random numbers: any value of the range, whatever the seed ---- */

static int any_31_bits(void)
{
    return (int)(__heddle_nondet32() & INT32_MAX);
}

int rand(void)
{
    return any_31_bits();
}

void srand(unsigned seed)
{
    (void)seed;
}

int rand_r(unsigned *seed)
{
    *seed = __heddle_nondet32();
    return (int)(*seed & INT32_MAX);
}

long random(void)
{
    return any_31_bits();
}

void srandom(unsigned seed)
{
    (void)seed;
}

double drand48(void)
{
    return __heddle_nondet32() / 4294967296.0;
}

long lrand48(void)
{
    return any_31_bits();
}

long mrand48(void)
{
    return (int)__heddle_nondet32();
}

void srand48(long seed)
{
    (void)seed;
}

uint32_t arc4random(void)
{
    return __heddle_nondet32();
}

uint32_t arc4random_uniform(uint32_t bound)
{
    return bound < 2 ? 0 : __heddle_nondet32() % bound;
}
