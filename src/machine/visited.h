/* A set of 128-bit hashes: open addressing, at most half full. All zero is no member, as good as surely. */
#ifndef HEDDLE_MACHINE_VISITED_H
#define HEDDLE_MACHINE_VISITED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"

typedef struct visited {
    hash128 *table;
    uint64_t count, capacity;
} visited;

/* True if it was not there. O(1) amortised. */
bool visited_add(visited *v, hash128 h);
void visited_clear(visited *v);

#endif
