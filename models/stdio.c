/* Output. It goes to the user only if asked for, and only that to standard output and standard error. */
#include "internal.h"
#include "output.h"

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

/* Begins to print: the stream is one to write to. */
static int begin(FILE *stream)
{
    int number = stream->_fileno;
    if (number == STDIN_FILENO)
        __heddle_unsupported("writing to standard input");
    possible_cancellation_point();
    return number < FIRST_FILE ? number : FIRST_FILE;
}

/* ---- formatted ---- */

static int print_to_descriptor(int descriptor, const char *format, const char *arguments)
{
    if (descriptor != STDOUT_FILENO && descriptor != STDERR_FILENO)
        __heddle_unsupported("writing to a file descriptor");
    possible_cancellation_point();
    return __heddle_output(descriptor, format, arguments);
}

static int print_to_stream(FILE *stream, const char *format, const char *arguments)
{
    return __heddle_output(begin(stream), format, arguments);
}

static int print_into_new(char **buffer, const char *format, const char *arguments)
{
    int length = __heddle_output_into(NULL, 0, format, arguments);
    *buffer = malloc((size_t)length + 1);
    if (!*buffer)
        return -1;
    return __heddle_output_into(*buffer, (size_t)length + 1, format, arguments);
}

/* The forms of a function: with variable arguments, with a list of them, and told where they are, which the front end
 * uses for a list that serves nothing else. In the call, `arguments` stands for them. */
#define PRINTING(name, vname, call, ...)                                                                               \
    int __heddle_##vname(__VA_ARGS__, const char *arguments)                                                           \
    {                                                                                                                  \
        return call;                                                                                                   \
    }                                                                                                                  \
    int name(__VA_ARGS__, ...)                                                                                         \
    {                                                                                                                  \
        const char *arguments = __heddle_arguments();                                                                  \
        return call;                                                                                                   \
    }                                                                                                                  \
    int vname(__VA_ARGS__, va_list list)                                                                               \
    {                                                                                                                  \
        const char *arguments = arguments_in(list);                                                                    \
        return call;                                                                                                   \
    }

PRINTING(printf, vprintf, print_to_descriptor(STDOUT_FILENO, format, arguments), const char *restrict format)
PRINTING(fprintf, vfprintf, print_to_stream(stream, format, arguments), FILE *restrict stream,
         const char *restrict format)
PRINTING(dprintf, vdprintf, print_to_descriptor(descriptor, format, arguments), int descriptor,
         const char *restrict format)
PRINTING(sprintf, vsprintf, __heddle_output_into(buffer, INT_MAX, format, arguments), char *restrict buffer,
         const char *restrict format)
PRINTING(snprintf, vsnprintf, __heddle_output_into(buffer, size, format, arguments), char *restrict buffer, size_t size,
         const char *restrict format)
PRINTING(asprintf, vasprintf, print_into_new(buffer, format, arguments), char **restrict buffer,
         const char *restrict format)

/* What _FORTIFY_SOURCE makes of them; Heddle checks bounds anyway. */
PRINTING(__printf_chk, __vprintf_chk, ((void)flag, print_to_descriptor(STDOUT_FILENO, format, arguments)), int flag,
         const char *restrict format)
PRINTING(__fprintf_chk, __vfprintf_chk, ((void)flag, print_to_stream(stream, format, arguments)), FILE *restrict stream,
         int flag, const char *restrict format)
PRINTING(__dprintf_chk, __vdprintf_chk, ((void)flag, print_to_descriptor(descriptor, format, arguments)),
         int descriptor, int flag, const char *restrict format)
PRINTING(__sprintf_chk, __vsprintf_chk,
         ((void)flag, (void)room, __heddle_output_into(buffer, INT_MAX, format, arguments)), char *restrict buffer,
         int flag, size_t room, const char *restrict format)
PRINTING(__snprintf_chk, __vsnprintf_chk,
         ((void)flag, (void)room, __heddle_output_into(buffer, size, format, arguments)), char *restrict buffer,
         size_t size, int flag, size_t room, const char *restrict format)
PRINTING(__asprintf_chk, __vasprintf_chk, ((void)flag, print_into_new(buffer, format, arguments)),
         char **restrict buffer, int flag, const char *restrict format)

/* ---- plain ---- */

/* The results are those of glibc. */
int fputs(const char *restrict string, FILE *restrict stream)
{
    int number = begin(stream);
    (void)strlen(string);
    __heddle_show(number, "%s", string);
    return 1;
}

int puts(const char *string)
{
    int number = begin(stdout);
    int length = (int)strlen(string);
    __heddle_show(number, "%s\n", string);
    return length + 1;
}

int fputc(int character, FILE *stream)
{
    __heddle_use((unsigned char)character);
    __heddle_show(begin(stream), "%c", character);
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
    if (descriptor != STDOUT_FILENO && descriptor != STDERR_FILENO)
        __heddle_unsupported("writing to a file descriptor");
    cancellation_point();
    check_bytes(bytes, size);
    __heddle_show(descriptor, "%.*s", (int)size, (const char *)bytes);
    return (ssize_t)size;
}

size_t fwrite(const void *restrict items, size_t size, size_t count, FILE *restrict stream)
{
    int number = begin(stream);
    size_t bytes = SIZE_MAX;
    if (__builtin_mul_overflow(size, count, &bytes))
        bytes = SIZE_MAX;
    check_bytes(items, bytes);
    __heddle_show(number, "%.*s", (int)bytes, (const char *)items);
    return size ? count : 0;
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
    if (stream)
        check_bytes(stream, sizeof *stream);
    return 0;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size)
{
    check_bytes(stream, sizeof *stream);
    if (buffer && mode != _IONBF)
        check_bytes(buffer, size);
    return mode == _IOFBF || mode == _IOLBF || mode == _IONBF ? 0 : -1;
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
    setvbuf(stream, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ);
}

void setlinebuf(FILE *stream)
{
    setvbuf(stream, NULL, _IOLBF, 0);
}
