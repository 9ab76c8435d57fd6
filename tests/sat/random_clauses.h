/* Random clauses over given variables, for tests that drive solvers with them; and whether a model satisfies them. */
#ifndef HEDDLE_TESTS_SAT_RANDOM_CLAUSES_H
#define HEDDLE_TESTS_SAT_RANDOM_CLAUSES_H

#include <stdbool.h>

#include "base/random.h"
#include "base/vec.h"

typedef VEC(int) random_ints;

typedef struct random_clauses {
    random_source random;
    random_ints variables; /* those that clauses use */
    random_ints clauses;   /* all so far, each ended by 0 */
    unsigned rarity;       /* how rare clauses of a size other than 3 are */
    void *context;
    void (*add)(void *context, const int *literals, unsigned count); /* told of each clause */
} random_clauses;

void random_clauses_clear(random_clauses *r);

unsigned random_clauses_below(random_clauses *r, unsigned bound);
bool random_clauses_one_in(random_clauses *r, unsigned n);
int random_clauses_literal(random_clauses *r);

void random_clauses_add(random_clauses *r);
/* So many, and now and then gates beside them. */
void random_clauses_add_easy(random_clauses *r, unsigned count);

/* `value` says whether a literal is true (> 0). */
bool random_clauses_hold(const random_clauses *r, int (*value)(const void *solver, int literal), const void *solver);

#endif
