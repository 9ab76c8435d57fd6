/* How the models print. */
#ifndef HEDDLE_MODELS_OUTPUT_H
#define HEDDLE_MODELS_OUTPUT_H

#include <stdarg.h>

/* As printf: reads the format and what it says, prints, and returns the length. `stream` and `arguments` as for
 * __heddle_print. */
int __heddle_output(int stream, const char *format, const char *arguments);

/* As vsnprintf. */
int __heddle_output_into(char *buffer, size_t size, const char *format, const char *arguments);

/* Where the next argument of the list lies: all are in memory, as the front end passes them. */
static inline const char *arguments_in(va_list list)
{
#if __SIZEOF_POINTER__ == 8
    return list->overflow_arg_area;
#else
    return list;
#endif
}

/* Prints what was read before: reads nothing. */
void __heddle_show(int stream, const char *format, ...);

#endif
