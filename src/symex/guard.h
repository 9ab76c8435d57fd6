/* Guards: truth values that say "this point is reached". A guard is made by narrowing another one by a condition, or
 * by joining several; remembering how it was made lets a join of both sides of a branch give back the guard before
 * the branch, and lets a value that was stored under one guard be read plainly under a narrower one. */
#ifndef HEDDLE_SYMEX_GUARD_H
#define HEDDLE_SYMEX_GUARD_H

#include "base/map.h"
#include "base/vec.h"
#include "term/term.h"

typedef struct guard_entry {
    term parent, condition; /* guard = parent and condition */
} guard_entry;

typedef struct guards {
    term_table *terms;
    VEC(uint32_t) by_term; /* term -> index into entries, plus one; 0 or beyond the end: none */
    VEC(guard_entry) entries;
} guards;

typedef VEC(term) guard_list;

void guards_clear(guards *g);
/* parent and condition */
term guard_narrow(guards *g, term parent, term condition);
/* The disjunction of all in the list, which is used up. O(n) in their number, which is that of edges into a block. */
term guard_join(guards *g, guard_list *list);
/* What is surely known of `condition` under `guard`: TERM_TRUE, TERM_FALSE, or TERM_NONE if nothing is. */
term guard_decides(const guards *g, term guard, term condition);
/* The same, looking further: a condition that is a guard itself is false if what it was narrowed by is. */
term guard_knows(const guards *g, term guard, term condition);
/* Appends all conditions that guard_decides finds true. */
void guard_list_true(const guards *g, term guard, guard_list *out);
/* `value`, simplified by what `guard` says of the conditions at its top. */
term guard_simplify(const guards *g, term guard, term value);

#endif
