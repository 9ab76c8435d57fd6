/* The data part of what programs become: terms, through the bit-blaster. */
#ifndef HEDDLE_BENCH_SAT_PROGRAMS_H
#define HEDDLE_BENCH_SAT_PROGRAMS_H

#include "sat/generate.h"

/* q = n / d, r = n % d on `size` bits: can n differ from q * d + r? */
void program_division(cnf *f, unsigned size, unsigned seed);
/* Do `size` guarded increments of a counter give the same as adding the guards up in pairs? */
void program_counting(cnf *f, unsigned size, unsigned seed);
/* A loop of `size` rounds of a hash function on 16 bits: is there an input that hashes to what the seed says? */
void program_hashing(cnf *f, unsigned size, unsigned seed);

#endif
