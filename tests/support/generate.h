/* Random small C programs: two or three threads with branches, loops, arrays, pointers, structs, unions, a heap node,
 * a mutex, atomics, fences and nondeterminism, over a few shared variables. Most pointers are valid, every loop ends
 * within GENERATE_UNWIND iterations or waits, and the states are few enough to list. The same seed gives the same
 * text. */
#ifndef HEDDLE_TESTS_GENERATE_H
#define HEDDLE_TESTS_GENERATE_H

#include <stdint.h>

#include "base/strbuf.h"

enum { GENERATE_UNWIND = 4 };

/* What to observe in every generated program. */
#define GENERATE_OBSERVE "g0,g1,a[0],a[1],a[2],c0,c1,s.small,s.word,u.word,r[0],r[1],r[2],r[3]"

void generate_program(uint64_t seed, strbuf *out);

/* Other random programs, each in a file of its own that says what they are like. */
void generate_library(uint64_t seed, strbuf *out);

/* Pieces of which it is known whether they go well (generate_known.c). */
void generate_known(uint64_t seed, strbuf *out);

#endif
