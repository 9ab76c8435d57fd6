/* Random programs about memory below concurrency: local arrays and structures reached by pointers that are chosen by
 * conditions and moved by indices that are not known; variables of inner blocks, functions that return pointers to
 * their own, variable-length arrays and alloca; addresses as numbers; copies that overlap; allocations of all sizes.
 * Some have a thread that gets the address of a local variable. One in three makes mistakes. */
#ifndef HEDDLE_TESTS_GENERATE_LOCALS_H
#define HEDDLE_TESTS_GENERATE_LOCALS_H

#include <stdint.h>

#include "base/strbuf.h"

void generate_locals(uint64_t seed, strbuf *out);

/* Threads that make mistakes, of which some do not count: generate_ignored says which. */
void generate_mistakes(uint64_t seed, strbuf *out);
uint32_t generate_ignored(uint64_t seed);

#endif
