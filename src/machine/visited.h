/* A set of 128-bit hashes: open addressing, at most half full. All zero is no member, as good as surely. */
#ifndef HEDDLE_MACHINE_VISITED_H
#define HEDDLE_MACHINE_VISITED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"

typedef struct visited {
    hash128 *table;
    uint32_t *numbers; /* of the members, if anybody wants to know (visited_number) */
    uint64_t count, capacity;
} visited;

/* True if it was not there. O(1) amortised. */
bool visited_add(visited *v, hash128 h);
/* Its number, which is `number` if it was not there. For sets to which all was added in this way. */
uint32_t visited_number(visited *v, hash128 h, uint32_t number);
void visited_clear(visited *v);

#endif
