/* Boolean circuits as clauses: each function returns the literal of a new gate's output. Words are arrays of literals,
 * the least significant bit first. */
#ifndef HEDDLE_BENCH_SAT_CIRCUIT_H
#define HEDDLE_BENCH_SAT_CIRCUIT_H

#include <stdbool.h>
#include <stdint.h>

#include "sat/generate.h"

void problem_clause(cnf *f, const int *literals, unsigned count);
#define CLAUSE(f, ...) problem_clause((f), (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))

int problem_variable(cnf *f);
int gate_true(cnf *f);
int gate_and(cnf *f, int a, int b);
int gate_or(cnf *f, int a, int b);
int gate_xor(cnf *f, int a, int b);
int gate_if(cnf *f, int condition, int then, int otherwise);
int gate_majority(cnf *f, int a, int b, int c);

void word_new(cnf *f, int *word, unsigned width);
void word_constant(cnf *f, int *word, unsigned width, uint64_t value);
void word_add(cnf *f, int *sum, const int *a, const int *b, unsigned width, int carry);
/* All width_a + width_b bits, by rows. */
void word_multiply(cnf *f, int *product, const int *a, unsigned width_a, const int *b, unsigned width_b);
int word_equal(cnf *f, const int *a, const int *b, unsigned width);
void word_fix(cnf *f, const int *word, unsigned width, uint64_t value);

#endif
