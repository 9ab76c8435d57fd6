/* Random programs that look at control: how loops are found, what waits, and what is one step. */
#ifndef HEDDLE_TESTS_GENERATE_CONTROL_H
#define HEDDLE_TESTS_GENERATE_CONTROL_H

#include <stdint.h>

#include "base/strbuf.h"

void generate_graphs(uint64_t seed, strbuf *out);
void generate_blocks(uint64_t seed, strbuf *out);
void generate_waits(uint64_t seed, strbuf *out);
void generate_guarded(uint64_t seed, strbuf *out);
void generate_overflow(uint64_t seed, strbuf *out);
void generate_deadlocks(uint64_t seed, strbuf *out);
void generate_stands(uint64_t seed, strbuf *out);
uint32_t generate_stands_ignored(uint64_t seed);
void generate_hangs(uint64_t seed, strbuf *out);
void generate_leaks(uint64_t seed, strbuf *out);
void generate_unset(uint64_t seed, strbuf *out);

#endif
