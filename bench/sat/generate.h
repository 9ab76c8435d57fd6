/* Generators of CNFs of graded difficulty, each a pure function of its numbers. */
#ifndef HEDDLE_BENCH_SAT_GENERATE_H
#define HEDDLE_BENCH_SAT_GENERATE_H

#include <stdio.h>

#include "base/vec.h"

typedef struct cnf {
    int variables;
    unsigned clauses;
    VEC(int) literals; /* clauses, each ended by 0 */
} cnf;

typedef void (*generator)(cnf *f, unsigned size, unsigned seed);

typedef struct benchmark {
    const char *family;
    generator generate;
    unsigned size, seed;
} benchmark;

extern const benchmark benchmarks[];
extern const unsigned benchmark_count;

void problem_write(const cnf *f, FILE *out);
void problem_clear(cnf *f);

#endif
