/* Output. It goes to the user only if asked for, and only that to standard output and standard error. */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const FILE standard_input = {._fileno = STDIN_FILENO};
static const FILE standard_output = {._fileno = STDOUT_FILENO};
static const FILE standard_error = {._fileno = STDERR_FILENO};

FILE *stdin = (FILE *)&standard_input;
FILE *stdout = (FILE *)&standard_output;
FILE *stderr = (FILE *)&standard_error;

int fileno(FILE *stream)
{
    return stream->_fileno;
}

/* ---- formatted ---- */

int vdprintf(int descriptor, const char *restrict format, va_list arguments)
{
    if (descriptor != STDOUT_FILENO && descriptor != STDERR_FILENO)
        __heddle_unsupported("writing to a file descriptor");
    possible_cancellation_point();
    return __heddle_print(descriptor, NULL, 0, format, arguments);
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    if (stream->_fileno < FIRST_FILE)
        return vdprintf(stream->_fileno, format, arguments);
    possible_cancellation_point();
    return __heddle_print(FIRST_FILE, NULL, 0, format, arguments);
}

int vprintf(const char *restrict format, va_list arguments)
{
    return vdprintf(STDOUT_FILENO, format, arguments);
}

int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, va_list arguments)
{
    return __heddle_print(0, buffer, size, format, arguments);
}

int vsprintf(char *restrict buffer, const char *restrict format, va_list arguments)
{
    return vsnprintf(buffer, INT_MAX, format, arguments);
}

int vasprintf(char **restrict buffer, const char *restrict format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    *buffer = malloc((size_t)length + 1);
    if (*buffer)
        vsnprintf(*buffer, (size_t)length + 1, format, again);
    else
        length = -1;
    va_end(again);
    return length;
}

/* Returns `call`, in which `arguments` stands for what follows the format. */
#define RETURN_WITH_ARGUMENTS(call)                                                                                    \
    va_list arguments;                                                                                                 \
    va_start(arguments, format);                                                                                       \
    int result = call;                                                                                                 \
    va_end(arguments);                                                                                                 \
    return result

int printf(const char *restrict format, ...)
{
    RETURN_WITH_ARGUMENTS(vprintf(format, arguments));
}

int fprintf(FILE *restrict stream, const char *restrict format, ...)
{
    RETURN_WITH_ARGUMENTS(vfprintf(stream, format, arguments));
}

int dprintf(int descriptor, const char *restrict format, ...)
{
    RETURN_WITH_ARGUMENTS(vdprintf(descriptor, format, arguments));
}

int sprintf(char *restrict buffer, const char *restrict format, ...)
{
    RETURN_WITH_ARGUMENTS(vsprintf(buffer, format, arguments));
}

int snprintf(char *restrict buffer, size_t size, const char *restrict format, ...)
{
    RETURN_WITH_ARGUMENTS(vsnprintf(buffer, size, format, arguments));
}

int asprintf(char **restrict buffer, const char *restrict format, ...)
{
    RETURN_WITH_ARGUMENTS(vasprintf(buffer, format, arguments));
}

/* ---- plain ---- */

int fputs(const char *restrict string, FILE *restrict stream)
{
    return fprintf(stream, "%s", string);
}

int puts(const char *string)
{
    return printf("%s\n", string);
}

int fputc(int character, FILE *stream)
{
    fprintf(stream, "%c", character);
    return (unsigned char)character;
}

int putc(int character, FILE *stream)
{
    return fputc(character, stream);
}

int putchar(int character)
{
    return fputc(character, stdout);
}

ssize_t write(int descriptor, const void *bytes, size_t size)
{
    cancellation_point();
    dprintf(descriptor, "%.*s", (int)size, (const char *)bytes);
    return (ssize_t)size;
}

size_t fwrite(const void *restrict items, size_t size, size_t count, FILE *restrict stream)
{
    fprintf(stream, "%.*s", (int)(size * count), (const char *)items);
    return count;
}

void perror(const char *what)
{
    if (what && *what)
        fprintf(stderr, "%s: %s\n", what, strerror(errno));
    else
        fprintf(stderr, "%s\n", strerror(errno));
}

int fflush(FILE *stream)
{
    (void)stream;
    return 0;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size)
{
    (void)stream;
    (void)buffer;
    (void)mode;
    (void)size;
    return 0;
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
    (void)stream;
    (void)buffer;
}

void setlinebuf(FILE *stream)
{
    (void)stream;
}

/* ---- what _FORTIFY_SOURCE makes of them; Heddle checks bounds anyway ---- */

/* Both forms of a function: with variable arguments, and with a list of them. */
#define FORTIFIED(name, vname, call, ...)                                                                              \
    int name(__VA_ARGS__, ...)                                                                                         \
    {                                                                                                                  \
        (void)flag;                                                                                                    \
        RETURN_WITH_ARGUMENTS(call);                                                                                   \
    }                                                                                                                  \
    int vname(__VA_ARGS__, va_list arguments)                                                                          \
    {                                                                                                                  \
        (void)flag;                                                                                                    \
        return call;                                                                                                   \
    }

FORTIFIED(__printf_chk, __vprintf_chk, vprintf(format, arguments), int flag, const char *restrict format)
FORTIFIED(__fprintf_chk, __vfprintf_chk, vfprintf(stream, format, arguments), FILE *restrict stream, int flag,
          const char *restrict format)
FORTIFIED(__dprintf_chk, __vdprintf_chk, vdprintf(descriptor, format, arguments), int descriptor, int flag,
          const char *restrict format)
FORTIFIED(__sprintf_chk, __vsprintf_chk, ((void)room, vsprintf(buffer, format, arguments)), char *restrict buffer,
          int flag, size_t room, const char *restrict format)
FORTIFIED(__snprintf_chk, __vsnprintf_chk, ((void)room, vsnprintf(buffer, size, format, arguments)),
          char *restrict buffer, size_t size, int flag, size_t room, const char *restrict format)
FORTIFIED(__asprintf_chk, __vasprintf_chk, vasprintf(buffer, format, arguments), char **restrict buffer, int flag,
          const char *restrict format)
