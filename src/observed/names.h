/* Names with numbers, from 0 on, in the order in which they were met. */
#ifndef HEDDLE_OBSERVED_NAMES_H
#define HEDDLE_OBSERVED_NAMES_H

#include "base/map.h"
#include "base/vec.h"

typedef struct names {
    VEC(const char *) texts; /* not owned */
    VEC(uint32_t) next;      /* of those with the same hash; UINT32_MAX behind the last one */
    map first;               /* by hash */
} names;

#define NAMES_NONE UINT32_MAX

/* NAMES_NONE if it was never met. */
uint32_t names_find(const names *n, const char *text);
/* The text must outlive it. */
uint32_t names_add(names *n, const char *text);
void names_clear(names *n);

#endif
