/* A set of numbers that a value may be: some numbers, all numbers that point into certain objects, and "any number
 * that is no address" (of which nothing is known, but which no access can use); or, if it is wild, any number, those of
 * addresses too: an input of the program.
 *
 * Sets only grow. One with more numbers than are worth telling apart keeps only the objects that they point into. */
#ifndef HEDDLE_MEMORY_MAY_SET_H
#define HEDDLE_MEMORY_MAY_SET_H

#include <stdbool.h>

#include "base/vec.h"
#include "ir/ir.h"
#include "term/term.h"

typedef VEC(uint64_t) may_numbers;

/* What an address is, and which objects there are: 1 .. object_count. */
typedef struct may_space {
    ir_layout layout;
    uint64_t object_count;
} may_space;

typedef struct may_set {
    may_numbers numbers; /* sorted */
    may_numbers objects; /* sorted: with any offset */
    bool is_any;         /* any number that is no address */
    bool is_wild;        /* and any that is one */
    bool is_part;        /* of fewer bits than an address has, or of more: a number may become part of one, or one part
                            of it, so it is kept even if the set has any number */
} may_set;

/* Inserts into a sorted list; false if it is there already. */
bool may_numbers_insert(may_numbers *list, uint64_t number);

void may_set_clear(may_set *set);

/* Each says whether the set has grown. */
bool may_set_add_any(may_set *set);
bool may_set_add_wild(may_set *set);
bool may_set_add_object(may_set *set, uint64_t object);
bool may_set_add_number(may_set *set, uint64_t number, const may_space *space);
bool may_set_add_all(may_set *to, const may_set *from, const may_space *space);
/* Only the objects that `from` points into. */
bool may_set_add_objects(may_set *to, const may_set *from, const may_space *space);

/* sets[at] grows by what its operation makes of the sets of its children. `at` is no variable. */
bool may_set_apply(may_set *sets, const term_table *terms, term at, const may_space *space);

#endif
