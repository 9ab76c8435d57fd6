/* Does `heddle check --all` find all violations? Those of an exhaustive search of the machine, which goes on after
 * each, are compared with those that engines find, by property and place. */
#ifndef HEDDLE_TESTS_SEVERAL_H
#define HEDDLE_TESTS_SEVERAL_H

#include <stdio.h>

#include "support/families.h"

typedef struct several_result {
    uint64_t programs;
    uint64_t equal;      /* programs times models: it says that these are all, and they are */
    uint64_t open;       /* it says that there may be more, and what it has is right; or the machine gave up */
    uint64_t different;  /* one of them has a violation that the other has not, or it does not load */
    uint64_t violations; /* of the machine, in those that are equal */
    uint64_t many;       /* of those that are equal: have more than one */
} several_result;

/* Assertions, error calls, indices, divisors and locks in two or three threads, of which some can go wrong. */
extern const family SEVERAL;
/* The same with accesses that may race. */
extern const family SEVERAL_RACES;

/* Seeds first .. first + count, with the engines, NULL: by default. Writes what differs, with its text, to `out`. */
several_result several_on_programs(const family *family, uint64_t first, uint64_t count, const char *engines,
                                   FILE *out);

#endif
