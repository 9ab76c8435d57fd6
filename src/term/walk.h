/* Walking over everything a term is made of, each term once, children first.
 *
 * A walk remembers what it has visited, so that several walks over overlapping terms cost no more than one over their
 * union. A zeroed walk has visited nothing. */
#ifndef HEDDLE_TERM_WALK_H
#define HEDDLE_TERM_WALK_H

#include "base/vec.h"
#include "term/term.h"

typedef struct term_walk {
    VEC(term) order;     /* all that was visited, children before parents */
    VEC(uint64_t) marks; /* a bit per term: visited */
    VEC(term) stack;
} term_walk;

/* Appends `root` and everything below it that is not visited yet to walk->order. */
void term_walk_add(term_walk *walk, const term_table *table, term root);
bool term_walk_visited(const term_walk *walk, term a);
void term_walk_clear(term_walk *walk);

/* The variables in `root`, each once, appended to `variables`. For many roots use a walk. */
typedef VEC(term) term_list;
void term_support(const term_table *table, term root, term_list *variables);
/* An opaque floating-point operation at or below `root`, or TERM_NONE. */
term term_find_opaque_float(const term_table *table, term root);

#endif
