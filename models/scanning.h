/* The conversions of scanf: how they are written. */
#ifndef HEDDLE_MODELS_SCANNING_H
#define HEDDLE_MODELS_SCANNING_H

#include "format.h"

#include <stdarg.h>

typedef struct conversion {
    _Bool is_skipped; /* read, but not stored */
    int width;        /* 0: not given */
    int size;         /* bytes of a whole number */
    _Bool is_long;    /* not a float, but a double */
    char letter;
} conversion;

/* Behind "%"; returns the place of the letter. */
static inline const char *take_conversion(const char *at, conversion *c)
{
    *c = (conversion){.is_skipped = *at == '*'};
    at += c->is_skipped;
    at = take_size(take_digits(at, &c->width), &c->size, &c->is_long);
    c->letter = *at;
    return at;
}

static inline const char *skip_set(const char *at)
{
    at += at[1] == '^';
    at += at[1] == ']'; /* as the first, it is a member of the set */
    for (at++; *at && *at != ']';)
        at++;
    return at;
}

#endif
