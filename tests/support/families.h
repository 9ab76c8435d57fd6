/* Families of random programs: each looks at another part of C. `heddle check` and the machine are compared on all of
 * them (agree.h). To add one: write generate_NAME.c with a function of the same shape as generate_program, and a row in
 * families.c. The same seed must give the same text. */
#ifndef HEDDLE_TESTS_FAMILIES_H
#define HEDDLE_TESTS_FAMILIES_H

#include <stdint.h>

#include "base/strbuf.h"

/* A program that is right or wrong by the way it was made says so in a line. The machine and `heddle check` have the
 * front end and the library models in common, so where these are at stake, that the two agree is not enough. */
#define FAMILY_SAFE "// expected: safe"
#define FAMILY_VIOLATION "// expected: violation"

typedef struct family {
    const char *name;
    const char *text; /* what it is about, in one line */
    void (*generate)(uint64_t seed, strbuf *out);
    /* Properties that are switched off (check_options.ignored) for a seed; NULL: none are. */
    uint32_t (*ignored)(uint64_t seed);
    const char *clang_argument; /* or NULL; -O1 and the like: the programs are read as bitcode that was so optimised */
    uint32_t share;             /* programs in the unit test, of 100; the sanitizers run fewer */
    uint32_t unwind;            /* how far loops are followed; 0: deeper and deeper */
    uint32_t extra;             /* properties that are checked besides (check_options.extra) */
} family;

extern const family FAMILIES[];
extern const uint32_t FAMILY_COUNT;

const family *family_find(const char *name);

#endif
