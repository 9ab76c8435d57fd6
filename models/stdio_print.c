/* Formatted output: what it reads, and how long the text is. The text itself is __heddle_print's matter.
 *
 * A format that is known, with strings that are known, costs nothing: it is read here as constants are. What is not
 * known is read byte by byte, as printf does. How long a floating-point number or an address is when printed is known
 * to the machine alone. */
#include "conversion.h"
#include "output.h"

#include <errno.h>
#include <string.h>

/* ---- lengths ---- */

static int with_precision(const conversion *c, unsigned long long number, int digits)
{
    if (!c->has_precision)
        return digits;
    return number == 0 ? c->precision : longer(digits, c->precision);
}

static int measure_signed(const conversion *c, const char *arguments, text *t)
{
    long long number = take_signed(c, arguments, t);
    unsigned long long magnitude = number < 0 ? -(unsigned long long)number : (unsigned long long)number;
    return (number < 0 || c->has_sign) + with_precision(c, magnitude, count_decimal(magnitude));
}

static int measure_unsigned(const conversion *c, const char *arguments, text *t)
{
    unsigned long long number = take_unsigned(c, arguments, t);
    if (c->letter == 'u')
        return with_precision(c, number, count_decimal(number));
    if (c->letter == 'o') {
        int digits = with_precision(c, number, count_bits(number, 3));
        _Bool begins_with_zero = number == 0 ? digits > 0 : digits > count_bits(number, 3);
        return digits + (c->is_alternative && !begins_with_zero);
    }
    return with_precision(c, number, count_bits(number, 4)) + (c->is_alternative && number != 0 ? 2 : 0);
}

/* Reads as far as printf does. */
static int measure_string(const conversion *c, const char *string)
{
    return (int)(c->has_precision ? strnlen(string, (size_t)c->precision) : strlen(string));
}

static int measure_error(const conversion *c, text *t)
{
    t->error = strerror(errno);
    return measure_string(c, t->error);
}

static void store_length(const conversion *c, const char *arguments, text *t)
{
    void *to = take_pointer(arguments, t);
    if (!t->is_known)
        __heddle_unsupported("the conversion %n of printf behind text whose length is not known");
    if (c->size == sizeof(signed char))
        *(signed char *)to = (signed char)t->length;
    else if (c->size == sizeof(short))
        *(short *)to = (short)t->length;
    else if (c->size == sizeof(long long))
        *(long long *)to = t->length;
    else
        *(int *)to = t->length;
}

static void measure(const conversion *c, const char *arguments, text *t)
{
    int length = 1;
    switch (c->letter) {
    case '%':
        t->length++;
        return;
    case 'd':
    case 'i':
        length = measure_signed(c, arguments, t);
        break;
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        length = measure_unsigned(c, arguments, t);
        break;
    case 'c':
        if (c->is_long)
            __heddle_unsupported("printing wide characters");
        take_int(arguments, t);
        break;
    case 's':
        if (c->is_long)
            __heddle_unsupported("printing wide characters");
        length = measure_string(c, take_pointer(arguments, t));
        break;
    case 'm':
        length = measure_error(c, t);
        break;
    case 'n':
        store_length(c, arguments, t);
        return;
    case 'p':
        take_pointer(arguments, t);
        t->is_known = 0;
        return;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        take_long_long(arguments, t);
        t->is_known = 0;
        return;
    default:
        __heddle_unsupported("a conversion of printf other than % a c d e f g i m n o p s u x");
    }
    t->length += longer(length, c->width);
}

static void measure_all(const char *format, const char *arguments, text *t)
{
    while (*format) {
        if (*format++ != '%') {
            t->length++;
            continue;
        }
        conversion c;
        format = take_conversion(format, &c, arguments, t);
        measure(&c, arguments, t);
    }
}

/* ---- printing ---- */

int __heddle_output(int stream, const char *format, const char *arguments)
{
    text t = {.is_known = 1};
    measure_all(format, arguments, &t);
    int shown = __heddle_print(stream, NULL, 0, format, arguments, t.error);
    return t.is_known ? t.length : shown;
}

void __heddle_show(int stream, const char *format, ...)
{
    __heddle_print(stream, NULL, 0, format, __heddle_arguments(), NULL);
}
