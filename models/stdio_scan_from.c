/* Formatted input out of memory: sscanf. */
#include "scanning.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { NO_LIMIT = INT_MAX, BASE_OF_HEX = 16, BASE_OF_OCTAL = 8, BASE_OF_DECIMAL = 10 };

static int most_characters(const conversion *c)
{
    return c->width ? c->width : NO_LIMIT;
}

static const char *skip_blanks(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

/* ---- whole numbers ---- */

static int base_of(char letter)
{
    switch (letter) {
    case 'i':
        return 0;
    case 'o':
        return BASE_OF_OCTAL;
    case 'x':
    case 'X':
    case 'p':
        return BASE_OF_HEX;
    default:
        return BASE_OF_DECIMAL;
    }
}

static int digit_of(char c)
{
    if (is_digit(c))
        return c - '0';
    return isalpha((unsigned char)c) ? tolower((unsigned char)c) - 'a' + BASE_OF_DECIMAL : INT_MAX;
}

static _Bool is_prefix(const char *at, int base, int most)
{
    return (base == 0 || base == BASE_OF_HEX) && most > 1 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
}

/* Takes the digits; NULL if there is none. What does not fit is the largest number that does, as in strtoull. */
static const char *take_magnitude(const char *at, int base, int most, unsigned long long *number, _Bool *overflows)
{
    if (is_prefix(at, base, most)) {
        if (most == 2 || digit_of(at[2]) >= BASE_OF_HEX)
            __heddle_unsupported("sscanf of `0x` without a digit behind it");
        base = BASE_OF_HEX;
        at += 2;
        most -= 2;
    }
    if (base == 0)
        base = *at == '0' ? BASE_OF_OCTAL : BASE_OF_DECIMAL;
    const char *start = at;
    *number = 0;
    *overflows = 0;
    for (; at - start < most && digit_of(*at) < base; at++) {
        *overflows |= __builtin_mul_overflow(*number, (unsigned)base, number);
        *overflows |= __builtin_add_overflow(*number, (unsigned)digit_of(*at), number);
    }
    return at == start ? NULL : at;
}

/* As strtol, strtoul and their kin for long long convert it, before it is cut to the size. */
static unsigned long long limit(const conversion *c, unsigned long long magnitude, _Bool overflows, _Bool is_negative)
{
    _Bool is_long = c->size <= (int)sizeof(long);
    if (c->letter == 'd' || c->letter == 'i') {
        unsigned long long most = (is_long ? (unsigned long long)LONG_MAX : LLONG_MAX) + is_negative;
        magnitude = overflows || magnitude > most ? most : magnitude;
    } else if (overflows || magnitude > (is_long ? ULONG_MAX : ULLONG_MAX)) {
        return ULLONG_MAX;
    }
    return is_negative ? -magnitude : magnitude;
}

static void store_number(void *to, int size, unsigned long long number)
{
    if (size == sizeof(uint8_t))
        *(uint8_t *)to = (uint8_t)number;
    else if (size == sizeof(uint16_t))
        *(uint16_t *)to = (uint16_t)number;
    else if (size == sizeof(uint32_t))
        *(uint32_t *)to = (uint32_t)number;
    else
        *(uint64_t *)to = number;
}

static const char *take_integer(const char *at, const conversion *c, void *to)
{
    unsigned long long magnitude;
    _Bool overflows, is_negative = *at == '-', has_sign = is_negative || *at == '+';
    int most = most_characters(c) - has_sign;
    const char *end = take_magnitude(at + has_sign, base_of(c->letter), most, &magnitude, &overflows);
    if (end && to)
        store_number(to, c->size, limit(c, magnitude, overflows, is_negative));
    return end;
}

/* strtod goes back where scanf fails. */
static void check_end(const char *end)
{
    if (*end == 'e' || *end == 'E' || *end == 'i' || *end == 'I')
        __heddle_unsupported("sscanf of a floating-point number that is cut off");
}

static const char *take_float(const char *at, const conversion *c, void *to)
{
    char *end;
    if (c->width)
        __heddle_unsupported("sscanf of floating-point numbers with a width");
    if (c->is_long) {
        double number = strtod(at, &end);
        if (to && end != at)
            *(double *)to = number;
    } else {
        float number = strtof(at, &end);
        if (to && end != at)
            *(float *)to = number;
    }
    check_end(end);
    return end == at ? NULL : end;
}

/* ---- characters ---- */

static const char *take_characters(const char *at, const conversion *c, char *to)
{
    for (int left = c->width ? c->width : 1; left > 0 && *at; left--, at++)
        if (to)
            *to++ = *at;
    return at;
}

/* Is it in the set that begins behind "["? */
static _Bool is_in_set(char character, const char *set)
{
    _Bool is_inverse = *set == '^', is_found = 0;
    set += is_inverse;
    for (const char *first = set; *set && (*set != ']' || set == first); set++) {
        _Bool is_range = set[1] == '-' && set[2] && set[2] != ']';
        unsigned char low = (unsigned char)*set, high = (unsigned char)(is_range ? set[2] : *set);
        is_found |= (unsigned char)character >= low && (unsigned char)character <= high;
        set += is_range ? 2 : 0;
    }
    return is_found != is_inverse;
}

static const char *take_string(const char *at, const conversion *c, const char *format, char *to)
{
    const char *start = at;
    int most = most_characters(c);
    for (; at - start < most && *at; at++) {
        if (c->letter == '[' ? !is_in_set(*at, format + 1) : isspace((unsigned char)*at))
            break;
        if (to)
            *to++ = *at;
    }
    if (at == start)
        return NULL;
    if (to)
        *to = '\0';
    return at;
}

/* ---- conversions ---- */

/* What is behind what was read; NULL if it is no such thing. `to` is NULL if nothing is to be stored. */
static const char *take(const char *at, const conversion *c, const char *format, void *to)
{
    switch (c->letter) {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
        return take_integer(at, c, to);
    case 'a':
    case 'e':
    case 'f':
    case 'g':
    case 'E':
    case 'G':
        return take_float(at, c, to);
    case 'c':
        return take_characters(at, c, to);
    case 's':
    case '[':
        return take_string(at, c, format, to);
    default:
        __heddle_unsupported("sscanf with a conversion other than %d, %u, %x, %f, %c, %s, %[, %n and their kin");
    }
}

static _Bool skips_blanks(char letter)
{
    return letter != 'c' && letter != '[' && letter != 'n';
}

static int end_of_input(int stored)
{
    return stored ? stored : EOF;
}

static int scan_from(const char *text, const char *format, va_list arguments)
{
    const char *at = text;
    int stored = 0;
    for (; *format; format++) {
        if (isspace((unsigned char)*format)) {
            at = skip_blanks(at);
            continue;
        }
        conversion c = {0};
        if (*format == '%')
            format = take_conversion(format + 1, &c);
        if (skips_blanks(c.letter) && c.letter)
            at = skip_blanks(at);
        if (c.letter == 'n') {
            if (!c.is_skipped)
                store_number(va_arg(arguments, void *), c.size, (unsigned long long)(at - text));
            continue;
        }
        if (*at == '\0')
            return end_of_input(stored);
        if (!c.letter || c.letter == '%') {
            if (*at++ != *format)
                return stored;
            continue;
        }
        at = take(at, &c, format, c.is_skipped ? NULL : va_arg(arguments, void *));
        if (!at)
            return stored;
        stored += !c.is_skipped;
        if (c.letter == '[')
            format = skip_set(format);
    }
    return stored;
}

/* ---- the functions; headers redirect them to other names, or not, so each is named in assembler ---- */

#define SSCANF(symbol)                                                                                                 \
    int sscanf_as_##symbol(const char *text, const char *format, ...) __asm__(#symbol);                                \
    int sscanf_as_##symbol(const char *text, const char *format, ...)                                                  \
    {                                                                                                                  \
        va_list arguments;                                                                                             \
        va_start(arguments, format);                                                                                   \
        int result = scan_from(text, format, arguments);                                                               \
        va_end(arguments);                                                                                             \
        return result;                                                                                                 \
    }

#define VSSCANF(symbol)                                                                                                \
    int vsscanf_as_##symbol(const char *text, const char *format, va_list arguments) __asm__(#symbol);                 \
    int vsscanf_as_##symbol(const char *text, const char *format, va_list arguments)                                   \
    {                                                                                                                  \
        return scan_from(text, format, arguments);                                                                     \
    }

SSCANF(sscanf)
SSCANF(__isoc99_sscanf)
SSCANF(__isoc23_sscanf)
VSSCANF(vsscanf)
VSSCANF(__isoc99_vsscanf)
VSSCANF(__isoc23_vsscanf)
