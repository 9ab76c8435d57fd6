/* What is known of terms while their variables are given values one by one: a term is known once its value is the
 * same whatever the variables that are still open will be, as far as that is seen from the known children (a chosen
 * side of an if-then-else, a conjunction with zero).
 *
 * Invariant: `trail` lists the known terms in the order in which they became known; undoing cuts it. */
#ifndef HEDDLE_TESTS_KNOWN_H
#define HEDDLE_TESTS_KNOWN_H

#include "base/vec.h"
#include "term/term.h"

typedef struct known {
    const term_table *terms;
    bool *is_known;       /* by term */
    term_value *values;   /* by term */
    uint32_t *first_user; /* by term, into `users` */
    term *users;
    VEC(term) trail;
} known;

void known_init(known *k, const term_table *terms);
void known_clear(known *k);
/* Gives the variable a value, and everything that follows from it. */
void known_set(known *k, term variable, term_value value);
/* Back to when the trail had `size` entries. */
void known_undo(known *k, uint32_t size);

static inline bool known_is_true(const known *k, term a)
{
    return k->is_known[a] && k->values[a] != 0;
}

static inline bool known_is_false(const known *k, term a)
{
    return k->is_known[a] && k->values[a] == 0;
}

#endif
