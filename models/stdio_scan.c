/* Formatted input: any that the format lets in, or none. What comes in is stored as the format says.
 *
 * A string without a width may be longer than any array. sscanf is another matter (stdio_scan_from.c). */
#include "scanning.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void store_number(void *to, int size)
{
    if (size == sizeof(uint8_t))
        *(uint8_t *)to = __heddle_nondet8();
    else if (size == sizeof(uint16_t))
        *(uint16_t *)to = __heddle_nondet16();
    else if (size == sizeof(uint32_t))
        *(uint32_t *)to = __heddle_nondet32();
    else
        *(uint64_t *)to = __heddle_nondet64();
}

static void store_characters(char *to, int width)
{
    for (int i = 0; i < (width ? width : 1); i++)
        to[i] = (char)__heddle_nondet8();
}

/* At least one character, none of them a blank. */
static void store_string(char *to, const conversion *c)
{
    int length = 0;
    do {
        char next = (char)__heddle_nondet8();
        _Bool is_blank = next == ' ' || (next >= '\t' && next <= '\r');
        to[length++] = next == '\0' || (c->letter != '[' && is_blank) ? '!' : next;
    } while ((c->width == 0 || length < c->width) && __heddle_nondet_bool());
    to[length] = '\0';
}

/* False if the letter is not known. */
static _Bool store(const conversion *c, void *to)
{
    switch (c->letter) {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
    case 'n':
        store_number(to, c->size);
        return 1;
    case 'a':
    case 'e':
    case 'f':
    case 'g':
    case 'E':
    case 'G':
        store_number(to, c->is_long ? sizeof(double) : sizeof(float));
        return 1;
    case 'c':
        store_characters(to, c->width);
        return 1;
    case 's':
    case '[':
        store_string(to, c);
        return 1;
    default:
        return 0;
    }
}

static int scan(const char *format, va_list arguments)
{
    int stored = 0;
    possible_cancellation_point();
    for (; *format; format++) {
        if (*format != '%')
            continue;
        conversion c;
        format = take_conversion(format + 1, &c);
        if (c.letter == '%')
            continue;
        if (c.letter != 'n' && __heddle_nondet_bool())
            return stored == 0 && __heddle_nondet_bool() ? EOF : stored;
        if (!c.is_skipped && !store(&c, va_arg(arguments, void *)))
            __heddle_unsupported("scanf with a conversion other than %d, %u, %x, %f, %c, %s, %[ and their kin");
        stored += !c.is_skipped && c.letter != 'n';
        if (c.letter == '[')
            format = skip_set(format);
    }
    return stored;
}

/* ---- the functions; headers redirect them to other names, or not, so each is named in assembler ---- */

#define SCANF(symbol)                                                                                                  \
    int scanf_as_##symbol(const char *format, ...) __asm__(#symbol);                                                   \
    int scanf_as_##symbol(const char *format, ...)                                                                     \
    {                                                                                                                  \
        va_list arguments;                                                                                             \
        va_start(arguments, format);                                                                                   \
        int result = scan(format, arguments);                                                                          \
        va_end(arguments);                                                                                             \
        return result;                                                                                                 \
    }

#define FSCANF(symbol)                                                                                                 \
    int fscanf_as_##symbol(FILE *stream, const char *format, ...) __asm__(#symbol);                                    \
    int fscanf_as_##symbol(FILE *stream, const char *format, ...)                                                      \
    {                                                                                                                  \
        va_list arguments;                                                                                             \
        check_bytes(&stream->_fileno, sizeof stream->_fileno);                                                         \
        va_start(arguments, format);                                                                                   \
        int result = scan(format, arguments);                                                                          \
        va_end(arguments);                                                                                             \
        return result;                                                                                                 \
    }

SCANF(scanf)
SCANF(__isoc99_scanf)
SCANF(__isoc23_scanf)
FSCANF(fscanf)
FSCANF(__isoc99_fscanf)
FSCANF(__isoc23_fscanf)
