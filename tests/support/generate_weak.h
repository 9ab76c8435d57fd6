/* Random small C programs for models that are known by axioms: two or three threads with a few accesses of all orders,
 * read-modify-writes, fences of C11 and of assembly, dependencies through addresses, data and branches, and places that
 * are not known beforehand. What was read is observed at the end, by an assertion that fails in some outcomes. Programs
 * of odd seeds are shapes: two threads access two places, in an order that is strange, and between the accesses are
 * dependencies, fences, reads of what nobody writes, and accesses of a place that is mostly the thread's own. The same seed gives
 * the same text. */
#ifndef HEDDLE_TESTS_GENERATE_WEAK_H
#define HEDDLE_TESTS_GENERATE_WEAK_H

#include <stdint.h>

#include "base/strbuf.h"

void generate_weak(uint64_t seed, strbuf *out);

#endif
