/* The conversions of printf: how they are written, and the arguments that they take. */
#ifndef HEDDLE_MODELS_CONVERSION_H
#define HEDDLE_MODELS_CONVERSION_H

#include "format.h"

typedef struct conversion {
    _Bool has_sign;       /* the flags "+" and " ": also a number that is not negative has a sign */
    _Bool has_plus;       /* the flag "+" */
    _Bool is_left;        /* the flag "-" */
    _Bool is_zero_padded; /* the flag "0" */
    _Bool is_alternative; /* the flag "#" */
    _Bool has_precision;
    _Bool is_long;
    int width, precision;
    int size; /* bytes of a whole number */
    char letter;
} conversion;

/* What was read so far. Where the arguments begin is no part of it: an address that is stored counts as shared. */
typedef struct text {
    int length;
    _Bool is_known;    /* the length */
    const char *error; /* what %m stands for, if there is one */
    size_t offset;     /* of the next argument */
} text;

/* ---- arguments: each takes whole words, and is shown ---- */

static inline int take_int(const char *arguments, text *t)
{
    const char *at = arguments + t->offset;
    t->offset += sizeof(void *);
    __heddle_use(*(const unsigned *)at);
    return *(const int *)at;
}

static inline long long take_long_long(const char *arguments, text *t)
{
    const char *at = arguments + t->offset;
    t->offset += sizeof(long long);
    __heddle_use(*(const unsigned long long *)at);
    return *(const long long *)at;
}

static inline void *take_pointer(const char *arguments, text *t)
{
    const char *at = arguments + t->offset;
    t->offset += sizeof(void *);
    __heddle_use(*(const uintptr_t *)at);
    return *(void *const *)at;
}

/* ---- parsing ---- */

static inline const char *take_flags(const char *at, conversion *c)
{
    for (;; at++) {
        if (*at == '+' || *at == ' ')
            c->has_sign = 1;
        else if (*at == '#')
            c->is_alternative = 1;
        else if (*at != '-' && *at != '0' && *at != '\'')
            return at;
        c->has_plus |= *at == '+';
        c->is_left |= *at == '-';
        c->is_zero_padded |= *at == '0';
    }
}

static inline const char *take_number(const char *at, int *number, const char *arguments, text *t)
{
    if (*at != '*')
        return take_digits(at, number);
    *number = take_int(arguments, t);
    return at + 1;
}

/* Behind "%"; returns what is behind the letter. */
static inline const char *take_conversion(const char *at, conversion *c, const char *arguments, text *t)
{
    *c = (conversion){0};
    at = take_number(take_flags(at, c), &c->width, arguments, t);
    if (c->width < 0) {
        c->width = -c->width;
        c->is_left = 1;
    }
    if (*at == '.') {
        at = take_number(at + 1, &c->precision, arguments, t);
        c->has_precision = c->precision >= 0;
    }
    at = take_size(at, &c->size, &c->is_long);
    c->letter = *at;
    return *at ? at + 1 : at;
}

/* ---- numbers ---- */

static inline int longer(int one, int other)
{
    return one > other ? one : other;
}

/* Without dividing: nobody may want to know. */
static inline int count_decimal(unsigned long long number)
{
    enum { MOST_DIGITS = 20 };
    unsigned long long power = 1;
    int digits = 1;
    for (int i = 1; i < MOST_DIGITS; i++) {
        power *= 10;
        digits += number >= power;
    }
    return digits;
}

static inline int count_bits(unsigned long long number, int bits_per_digit)
{
    int digits = 1;
    for (int shift = bits_per_digit; shift < 64; shift += bits_per_digit)
        digits += number >> shift != 0;
    return digits;
}

static inline unsigned long long take_unsigned(const conversion *c, const char *arguments, text *t)
{
    if (c->size == sizeof(unsigned long long))
        return (unsigned long long)take_long_long(arguments, t);
    unsigned number = (unsigned)take_int(arguments, t);
    if (c->size == sizeof(unsigned char))
        return (unsigned char)number;
    return c->size == sizeof(unsigned short) ? (unsigned short)number : number;
}

static inline long long take_signed(const conversion *c, const char *arguments, text *t)
{
    if (c->size == sizeof(long long))
        return take_long_long(arguments, t);
    int number = take_int(arguments, t);
    if (c->size == sizeof(signed char))
        return (signed char)number;
    return c->size == sizeof(short) ? (short)number : number;
}

#endif
