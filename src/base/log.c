#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>

void log_line(const char *module, const char *format, ...)
{
    va_list arguments;
    fprintf(stderr, "%s: ", module);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

void log_numbers(const char *module, const char *text, const int *numbers, unsigned count)
{
    fprintf(stderr, "%s: %s", module, text);
    for (unsigned i = 0; i < count; i++)
        fprintf(stderr, " %d", numbers[i]);
    fputc('\n', stderr);
}
