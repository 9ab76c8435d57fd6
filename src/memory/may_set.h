/* A set of numbers that a value may be: some numbers, all numbers that point into certain objects, and "any number
 * that is no address" (of which nothing is known, but which no access can use); or, if it is wild, any number, those of
 * addresses too: an input of the program.
 *
 * Sets only grow. One with more numbers than are worth telling apart keeps only the objects that they point into.
 *
 * What one set gives to another is handed on once: a mark says how much of a set is known already, and the news are
 * what has come since. */
#ifndef HEDDLE_MEMORY_MAY_SET_H
#define HEDDLE_MEMORY_MAY_SET_H

#include <stdbool.h>

#include "base/vec.h"
#include "ir/ir.h"
#include "term/term.h"

/* So many numbers are worth telling apart. */
enum { MAY_MAX_NUMBERS = 256 };

typedef VEC(uint64_t) may_numbers;

/* What an address is, and which objects there are: 1 .. object_count. */
typedef struct may_space {
    ir_layout layout;
    uint64_t object_count;
} may_space;

typedef struct may_set {
    may_numbers numbers;                /* sorted */
    may_numbers objects;                /* sorted: with any offset */
    may_numbers number_log, object_log; /* the same, in the order in which they came */
    uint32_t forgotten;                 /* how often the numbers were given up for their objects */
    bool is_any;                        /* any number that is no address */
    bool is_wild;                       /* and any that is one */
    bool is_part; /* of fewer bits than an address has, or of more: a number may become part of one, or one part
                     of it, so it is kept even if the set has any number */
} may_set;

/* How much of a set is known to somebody; zeroed: nothing. */
typedef struct may_mark {
    uint32_t numbers, objects, forgotten;
    bool is_any, is_wild;
} may_mark;

/* Numbers and objects in no order. Those of a set are valid until it grows. */
typedef struct may_news {
    const uint64_t *numbers, *objects;
    uint32_t number_count, object_count;
    bool is_any, is_wild;
} may_news;

/* The set of a term, how much of it was handed on, and how much of the sets of its children it has taken in. */
typedef struct may_value {
    may_set set;
    may_mark told, seen[2];
} may_value;

/* Inserts into a sorted list; false if it is there already. O(size): for one number. */
bool may_numbers_insert(may_numbers *list, uint64_t number);
/* Sorts, and leaves out what is there twice. */
void may_numbers_sort(may_numbers *list);
/* Merges `count` numbers in ascending order into a sorted list; those that are not there already are added to `fresh`,
 * too. O(size + count). */
void may_numbers_merge(may_numbers *list, const uint64_t *numbers, uint32_t count, may_numbers *fresh);

void may_set_clear(may_set *set);

/* Each says whether the set has grown. */
bool may_set_add_any(may_set *set);
bool may_set_add_wild(may_set *set);
bool may_set_add_object(may_set *set, uint64_t object);
bool may_set_add_number(may_set *set, uint64_t number, const may_space *space);
bool may_set_add_news(may_set *to, const may_news *news, const may_space *space);
/* Only the objects that the news point into. */
bool may_set_add_objects(may_set *to, const may_news *news, const may_space *space);

may_mark may_set_mark(const may_set *set);
may_news may_set_news(const may_set *set, may_mark since);
bool may_news_are_none(const may_news *news);
static inline uint64_t may_news_count(const may_news *news)
{
    return (uint64_t)news->number_count + news->object_count;
}

/* All of the set. */
static inline may_news may_set_all(const may_set *set)
{
    return may_set_news(set, (may_mark){0});
}

/* The set of `at` grows by what its operation makes of the sets of its children. `at` is no variable. */
bool may_set_apply(may_value *values, const term_table *terms, term at, const may_space *space);

#endif
