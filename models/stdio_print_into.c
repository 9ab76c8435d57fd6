/* Formatting into memory: sprintf and its kin.
 *
 * Loops go as far as is known from the format, and look in each iteration whether there is something to do: a number
 * that is not known makes them no longer. */
#include "conversion.h"
#include "output.h"

#include <errno.h>

enum { MOST_DIGITS = 22 }; /* of 64 bits, in octal */

/* Where the text goes is no part of it, as in stdio_print.c. */
typedef struct room {
    size_t size;   /* of the buffer */
    size_t length; /* of the text so far, also of what does not fit */
} room;

static void put(char *buffer, room *r, char c)
{
    if (r->length + 1 < r->size)
        buffer[r->length] = c;
    r->length++;
}

/* `most` is known: count is not greater. */
static void put_many(char *buffer, room *r, char c, int count, int most)
{
    for (int i = 0; i < most; i++)
        if (i < count)
            put(buffer, r, c);
}

/* ---- numbers ---- */

typedef struct digits {
    char text[MOST_DIGITS]; /* the last `count` of them */
    int most;               /* known: count is not greater */
    int count;
} digits;

/* Where the type has 32 bits, dividing 32 bits is cheaper. */
static void write_decimal(digits *d, unsigned long long number, int size)
{
    unsigned small = (unsigned)number;
    _Bool is_small = size < (int)sizeof(long long);
    d->most = is_small ? 10 : 20;
    d->count = count_decimal(number);
    for (int i = 0; i < d->most; i++) {
        d->text[MOST_DIGITS - 1 - i] = (char)('0' + (is_small ? small % 10 : number % 10));
        if (is_small)
            small /= 10;
        else
            number /= 10;
    }
}

static void write_bits(digits *d, unsigned long long number, int bits_per_digit, char letter)
{
    const char *symbols = letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    d->most = (64 + bits_per_digit - 1) / bits_per_digit;
    d->count = count_bits(number, bits_per_digit);
    for (int i = 0; i < d->most; i++)
        d->text[MOST_DIGITS - 1 - i] = symbols[number >> (i * bits_per_digit) & ((1u << bits_per_digit) - 1)];
}

static void put_digits(char *buffer, room *r, const digits *d)
{
    for (int i = MOST_DIGITS - d->most; i < MOST_DIGITS; i++)
        if (i >= MOST_DIGITS - d->count)
            put(buffer, r, d->text[i]);
}

/* `prefix` is what comes before zeros: a sign, or "0x". */
static void put_number(char *buffer, room *r, const conversion *c, const digits *d, const char *prefix, int prefixed)
{
    int zeros = c->has_precision ? c->precision - d->count : 0;
    if (!c->has_precision && c->is_zero_padded && !c->is_left)
        zeros = c->width - prefixed - d->count;
    if (zeros < 0)
        zeros = 0;
    int blanks = c->width - prefixed - zeros - d->count;
    if (!c->is_left)
        put_many(buffer, r, ' ', blanks, c->width);
    for (int i = 0; i < 2; i++)
        if (i < prefixed)
            put(buffer, r, prefix[i]);
    put_many(buffer, r, '0', zeros, longer(c->width, c->precision));
    put_digits(buffer, r, d);
    if (c->is_left)
        put_many(buffer, r, ' ', blanks, c->width);
}

static void put_signed(char *buffer, room *r, const conversion *c, long long number)
{
    unsigned long long magnitude = number < 0 ? -(unsigned long long)number : (unsigned long long)number;
    digits d;
    write_decimal(&d, magnitude, c->size);
    if (c->has_precision && c->precision == 0 && magnitude == 0)
        d.count = 0;
    char sign = number < 0 ? '-' : c->has_plus ? '+' : ' ';
    put_number(buffer, r, c, &d, (const char[]){sign, sign}, number < 0 || c->has_sign);
}

static void put_unsigned(char *buffer, room *r, const conversion *c, unsigned long long number)
{
    digits d;
    conversion own = *c;
    if (c->letter == 'u')
        write_decimal(&d, number, c->size);
    else
        write_bits(&d, number, c->letter == 'o' ? 3 : 4, c->letter);
    if (c->has_precision && c->precision == 0 && number == 0)
        d.count = 0;
    if (c->letter == 'o' && c->is_alternative && (number != 0 || d.count == 0)) {
        own.precision = c->has_precision ? longer(c->precision, d.count + 1) : d.count + 1;
        if (!c->has_precision && c->is_zero_padded && !c->is_left)
            own.precision = longer(own.precision, c->width);
        own.has_precision = 1;
    }
    _Bool has_prefix = (c->letter == 'x' || c->letter == 'X') && c->is_alternative && number != 0;
    put_number(buffer, r, &own, &d, c->letter == 'X' ? "0X" : "0x", has_prefix ? 2 : 0);
}

/* ---- text ---- */

static void put_padded(char *buffer, room *r, const conversion *c, const char *string, int length)
{
    int blanks = c->width - length;
    if (!c->is_left)
        put_many(buffer, r, ' ', blanks, c->width);
    for (int i = 0; i < length; i++)
        put(buffer, r, string[i]);
    if (c->is_left)
        put_many(buffer, r, ' ', blanks, c->width);
}

static void put_string(char *buffer, room *r, const conversion *c, const char *string)
{
    size_t length = c->has_precision ? strnlen(string, (size_t)c->precision) : strlen(string);
    put_padded(buffer, r, c, string, (int)length);
}

static void put_conversion(char *buffer, room *r, const conversion *c, const char *arguments, text *t)
{
    switch (c->letter) {
    case '%':
        put(buffer, r, '%');
        break;
    case 'd':
    case 'i':
        put_signed(buffer, r, c, take_signed(c, arguments, t));
        break;
    case 'c': {
        char letter = (char)take_int(arguments, t);
        put_padded(buffer, r, c, &letter, 1);
        break;
    }
    case 's':
        put_string(buffer, r, c, take_pointer(arguments, t));
        break;
    case 'm':
        put_string(buffer, r, c, strerror(errno));
        break;
    default:
        put_unsigned(buffer, r, c, take_unsigned(c, arguments, t));
    }
}

/* ---- all of it ---- */

/* Are there only conversions as above? */
static _Bool is_plain(const char *format)
{
    while (*format) {
        if (*format++ != '%')
            continue;
        while (*format == '-' || *format == '+' || *format == ' ' || *format == '#' || *format == '.' ||
               *format == '*' || is_digit(*format) || *format == 'h' || *format == 'l' || *format == 'j' ||
               *format == 'z' || *format == 't')
            format++;
        if (!*format || (!strchr("%diuxXosm", *format) && (*format != 'c' || format[-1] == 'l')))
            return 0;
        if (*format == 's' && format[-1] == 'l')
            return 0;
        format++;
    }
    return 1;
}

int __heddle_output_into(char *buffer, size_t size, const char *format, const char *arguments)
{
    if (!is_plain(format))
        return __heddle_print(0, buffer, size, format, arguments, strerror(errno));
    text t = {0};
    room r = {.size = size};
    while (*format) {
        if (*format != '%') {
            put(buffer, &r, *format++);
            continue;
        }
        conversion c;
        format = take_conversion(format + 1, &c, arguments, &t);
        put_conversion(buffer, &r, &c, arguments, &t);
    }
    if (size > 0)
        buffer[r.length < size ? r.length : size - 1] = '\0';
    return (int)r.length;
}
