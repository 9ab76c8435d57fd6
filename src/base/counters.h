/* What something counted, as a list: each entry has a name for programs, words for people, and a value. Whoever prints
 * such a list need not know who counted. */
#ifndef HEDDLE_BASE_COUNTERS_H
#define HEDDLE_BASE_COUNTERS_H

#include "base/vec.h"

typedef struct counter {
    const char *name, *text; /* string constants */
    uint64_t value;
} counter;

typedef VEC(counter) counters;

static inline void counters_add(counters *list, const char *name, const char *text, uint64_t value)
{
    vec_push(list, (counter){name, text, value});
}

#endif
