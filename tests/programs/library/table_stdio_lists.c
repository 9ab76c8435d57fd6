/* The output functions that take a list of arguments, also through the names that _FORTIFY_SOURCE uses.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int __vprintf_chk(int flag, const char *format, va_list arguments);
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments);
int __vdprintf_chk(int descriptor, int flag, const char *format, va_list arguments);
int __vsprintf_chk(char *buffer, int flag, size_t room, const char *format, va_list arguments);
int __vsnprintf_chk(char *buffer, size_t size, int flag, size_t room, const char *format, va_list arguments);
int __vasprintf_chk(char **buffer, int flag, const char *format, va_list arguments);
int __dprintf_chk(int descriptor, int flag, const char *format, ...);
int __asprintf_chk(char **buffer, int flag, const char *format, ...);

enum { FUNCTIONS = 9 };

static char text[8], *made;

static int call(int which, const char *format, va_list arguments)
{
    switch (which) {
    case 0:
        return vsprintf(text, format, arguments);
    case 1:
        return __vsprintf_chk(text, 1, sizeof text, format, arguments);
    case 2:
        return __vsnprintf_chk(text, sizeof text, 1, sizeof text, format, arguments);
    case 3:
        return vasprintf(&made, format, arguments);
    case 4:
        return __vasprintf_chk(&made, 1, format, arguments);
    case 5:
        return vdprintf(STDERR_FILENO, format, arguments);
    case 6:
        return __vdprintf_chk(STDOUT_FILENO, 1, format, arguments);
    case 7:
        return __vprintf_chk(1, format, arguments);
    default:
        return __vfprintf_chk(stderr, 1, format, arguments);
    }
}

static int print(int which, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = call(which, format, arguments);
    va_end(arguments);
    return length;
}

static void check(int which)
{
    strcpy(text, "none");
    made = NULL;
    assert(print(which, "%d-%s", 4, "ab") == 4);
    if (which < 3)
        assert(strcmp(text, "4-ab") == 0);
    else if (which < 5)
        assert(strcmp(made, "4-ab") == 0);
    free(made);
}

int main(void)
{
    for (int i = 0; i < FUNCTIONS; i++)
        check(i);
    assert(__dprintf_chk(STDOUT_FILENO, 1, "%d", 77) == 2);
    assert(__asprintf_chk(&made, 1, "%d", 77) == 2 && strcmp(made, "77") == 0);
    free(made);
    setbuf(stdout, NULL);
    setlinebuf(stdout);
    END_OF_TABLE();
    return 0;
}
