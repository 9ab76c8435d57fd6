/* Writes random text, line by line: what all generators of programs (families.h) are made with. */
#ifndef HEDDLE_TESTS_WRITER_H
#define HEDDLE_TESTS_WRITER_H

#include "base/random.h"
#include "base/strbuf.h"

typedef struct writer {
    random_source random;
    strbuf *out;
    int indent; /* in steps of four spaces */
} writer;

writer writer_new(uint64_t seed, strbuf *out);
uint32_t writer_below(writer *w, uint32_t bound);
const char *writer_one_of(writer *w, const char *const *list, uint32_t count);
void writer_line(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* One of the texts. */
#define WRITER_ONE_OF(w, ...)                                                                                          \
    writer_one_of((w), (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

#endif
