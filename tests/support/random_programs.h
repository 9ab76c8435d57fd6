/* Both searches on many generated programs. */
#ifndef HEDDLE_TESTS_RANDOM_PROGRAMS_H
#define HEDDLE_TESTS_RANDOM_PROGRAMS_H

#include <stdio.h>

#include "support/compare.h"

typedef struct random_programs_result {
    uint64_t total, count[COMPARE_DIFFERENT + 1]; /* by verdict */
} random_programs_result;

/* The name of a new file with the text; the caller removes and frees it. NULL if it cannot be written. */
char *random_programs_write(const strbuf *text);

/* The bitcode that clang makes of the file, as a user would have it made: its name, in the same folder; the caller
 * removes and frees it. NULL if clang fails. */
char *random_programs_compile(const char *source, const char *data_model, const char *optimisation);

/* Half of the programs are 32-bit ones. What clang is to be told. */
const char *random_programs_data_model(uint64_t seed);

/* Seeds first .. first + count. Writes the reports of those that differ, with their text, to `out`. */
random_programs_result random_programs_compare(uint64_t first, uint64_t count, FILE *out);

#endif
