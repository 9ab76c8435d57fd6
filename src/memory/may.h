/* What an address may be. After all threads are executed, the values that address terms can take are closed over
 * what all threads may store: the set of a read is the union of the sets of the writes that it may see. Sets
 * (may_set.h) only grow, so the closure ends. How it is done is in closure.h. */
#ifndef HEDDLE_MEMORY_MAY_H
#define HEDDLE_MEMORY_MAY_H

#include "memory/may_set.h"
#include "symex/symex.h"

typedef struct may_addresses {
    may_numbers list; /* sorted: where an access of the event's size fits into an object that it may access */
    /* Of an address that is not constant: the objects that it was made from, and whether it can be nothing else. */
    may_numbers objects;
    bool is_exact;
} may_addresses;

/* The addresses of every event, by event (empty for those that access nothing). The caller frees with may_free.
 * NULL with a diagnostic if an access may hit too many places. */
may_addresses *may_find_addresses(const symex *s, diag *d);
void may_free(may_addresses *addresses, uint32_t count);

#endif
