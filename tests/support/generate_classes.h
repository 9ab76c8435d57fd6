/* Random programs that are small enough to go through all of their executions: two or three threads, each with a few
 * operations out of what a kind of programs is about. Programs of one text have their variables in common, and
 * functions main0, main1, ... instead of main, so that one run of the compiler makes many of them. Program i is
 * that of seed + i. */
#ifndef HEDDLE_TESTS_GENERATE_CLASSES_H
#define HEDDLE_TESTS_GENERATE_CLASSES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

/* What main writes at its end, having read all variables. */
#define GENERATE_CLASSES_OBSERVED "seen[0],seen[1],seen[2],seen[3]"

typedef struct generate_classes_kind {
    const char *name, *text;
    const char *operations; /* letters, one for each row of a table; the more often, the more likely */
    bool is_endless;        /* threads spin, or wake up for no reason */
    bool may_refuse;        /* some do what the exploration has no answer for */
} generate_classes_kind;

extern const generate_classes_kind GENERATE_CLASSES_KINDS[];
extern const uint32_t GENERATE_CLASSES_KIND_COUNT;

void generate_classes(const generate_classes_kind *kind, uint64_t seed, uint32_t programs, strbuf *out);

#endif
