/* What the formats of printf and scanf have in common. */
#ifndef HEDDLE_MODELS_FORMAT_H
#define HEDDLE_MODELS_FORMAT_H

#include "internal.h"

static inline _Bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Takes the digits of a number. */
static inline const char *take_digits(const char *at, int *number)
{
    for (*number = 0; is_digit(*at); at++)
        *number = 10 * *number + (*at - '0');
    return at;
}

/* Takes what a format may have about the size of a number: the bytes of a whole one, and whether it was `l` or `L`. */
static inline const char *take_size(const char *at, int *size, _Bool *is_long)
{
    *size = sizeof(int);
    *is_long = *at == 'l' || *at == 'L';
    if (at[0] == 'h' && at[1] == 'h')
        *size = sizeof(char);
    else if (*at == 'h')
        *size = sizeof(short);
    else if ((at[0] == 'l' && at[1] == 'l') || *at == 'j' || *at == 'q' || *at == 'L')
        *size = sizeof(long long);
    else if (*at == 'l' || *at == 'z' || *at == 't')
        *size = sizeof(long);
    while (*at == 'h' || *at == 'l' || *at == 'j' || *at == 'q' || *at == 'L' || *at == 'z' || *at == 't')
        at++;
    return at;
}

#endif
