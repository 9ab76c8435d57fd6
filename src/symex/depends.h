/* Dependencies: sets of reads that a value was computed from, or that branches were decided by.
 *
 * They are those of the program as it is written, not of terms: `r ^ r` depends on what r was read by, though its term
 * is 0. A set is a node of a graph without cycles: one read; two sets together; or one of two sets, whichever a
 * condition says, where paths meet. Making a node takes constant time; what is in a set is found out when somebody
 * asks.
 *
 * Invariant: the sets that a node is made of have smaller numbers. */
#ifndef HEDDLE_SYMEX_DEPENDS_H
#define HEDDLE_SYMEX_DEPENDS_H

#include "base/vec.h"
#include "symex/guard.h"
#include "term/term.h"

typedef uint32_t depends; /* a set */

enum { DEPENDS_NONE = 0 }; /* the empty one */

typedef enum depends_kind { DEPENDS_READ, DEPENDS_BOTH, DEPENDS_CHOICE } depends_kind;

typedef struct depends_node {
    depends_kind kind;
    uint32_t first, second; /* sets; of a READ, `first` is the event */
    term condition;         /* of a CHOICE: `first` if it holds, else `second` */
} depends_node;

typedef struct depends_table {
    VEC(depends_node) nodes; /* set n is node n - 1 */
} depends_table;

void depends_clear(depends_table *d);
/* Once for each read, in the order of their numbers. */
depends depends_on_read(depends_table *d, uint32_t event);
depends depends_on_both(depends_table *d, depends a, depends b);
depends depends_on_choice(depends_table *d, term condition, depends then, depends otherwise);

/* Something depends on a read, if the condition holds (and the read was executed). */
typedef struct depends_entry {
    uint32_t event;
    term condition;
} depends_entry;

typedef VEC(depends_entry) depends_list;

/* Replaces `out` by the reads in the set, ascending, but no more than the last `most`; true if there are no others.
 * `guard` is what is known to hold. */
bool depends_list_reads(const depends_table *d, const guards *g, depends set, term guard, uint32_t most,
                        depends_list *out);

#endif
