/* Random thread functions of many types: integers of all widths, bool, pointers, nothing or floating point as parameter
 * and as result, called with arguments that do not fit, directly or through a pointer. */
#ifndef HEDDLE_TESTS_GENERATE_ENTRIES_H
#define HEDDLE_TESTS_GENERATE_ENTRIES_H

#include <stdint.h>

#include "base/strbuf.h"

void generate_entries(uint64_t seed, strbuf *out);

#endif
