/* What can be wrong with a program: one row of a table for each property.
 *
 * Whoever finds a violation says which property it is; everybody else (options, reports, witnesses) asks the table. So
 * a new property is a number in kinds.h, a row in property.c, and the code that finds its violations.
 *
 * A violation has one of three shapes:
 *
 *     POINT   one place: a thread does there what it must not do
 *     PAIR    two places, of two threads: neither of them is wrong alone
 *     END     no place: a state in which the program hangs or ends
 *
 * Rows may share the name under which a user knows them: `memory` is wrong accesses and wrong frees. They are switched
 * on and off together, and reported under that name; only SV-COMP tells them apart. */
#ifndef HEDDLE_PROPERTY_PROPERTY_H
#define HEDDLE_PROPERTY_PROPERTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "property/kinds.h"

typedef enum property_shape { PROPERTY_POINT, PROPERTY_PAIR, PROPERTY_END } property_shape;

typedef struct property_row {
    const char *name;   /* its own, as `heddle ir` prints it */
    const char *option; /* what --property calls it, and the id of its SARIF rule; rows that share it have equal words,
                           switches and rules */
    const char *words;  /* for a person, in a list of what is checked */
    const char *off, *off_help;                /* the option that switches it off; rows may share it */
    const char *level, *rule_text, *rule_help; /* of the SARIF rule */
    const char *svcomp;                        /* the SV-COMP property that it is, or NULL */
    const char *formula;                       /* of SV-COMP: what a witness of it is about */
    const char *old_formula;                   /* another one that a property file may have, or NULL */
    bool is_partial; /* SV-COMP knows it as a part of something that Heddle decides only in part: never `true` */
    bool is_call;    /* its violations are calls, which begin their statements */
    bool stops;      /* the thread that violates it goes no further, whether or not that counts */
    bool by_request; /* not checked unless it is asked for by name */
    bool is_test;    /* never shown to users, nor accepted from them */
    property_shape shape;
} property_row;

const property_row *property_row_of(property p);

/* ---- sets ---- */

/* Bits 1 << property. */
typedef uint32_t property_set;

_Static_assert(PROPERTY_COUNT <= 32, "a set has a bit for each property");

static inline property_set property_bit(property p)
{
    return (property_set)1 << p;
}

static inline bool property_is_in(property_set set, property p)
{
    return set >> p & 1;
}

/* All that a user can ask for. */
property_set property_all(void);
/* What is checked if nobody says what. */
property_set property_default(void);
/* Those whose violations are states, not places. */
property_set property_ends(void);
/* Those whose violations stop their thread. */
property_set property_stopping(void);
/* Is it in the set, and the first there of those that share its option? For lists that name each option once. */
bool property_names_option(property_set set, property p);

/* ---- names ---- */

/* Those with the name that --property takes, of `length` characters; everything for `all`. Empty if it is unknown. */
property_set property_named(const char *name, size_t length);

#endif
