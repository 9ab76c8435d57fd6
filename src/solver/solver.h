/* SAT solvers behind one interface: whoever has clauses to solve need not know by whom they are solved.
 *
 *     solver *s = solver_new(solver_find("cadical"));
 *     int a = solver_new_var(s), b = solver_new_var(s);
 *     solver_add_clause(s, (int[]){a, b}, 2);
 *     solver_assume(s, -a);
 *     if (solver_solve(s, SOLVER_NO_LIMIT) == SAT_SATISFIABLE)
 *         printf("b is %d\n", solver_value(s, b));
 *     solver_free(s);
 *
 * Variables, literals, clauses, assumptions and answers are those of sat/sat.h. Every solver is incremental: clauses,
 * variables and assumptions may be added after each solver_solve; values may be asked for only after
 * SAT_SATISFIABLE, failed assumptions only after SAT_UNSATISFIABLE, both before anything else is added.
 *
 * solver_add_clause is the one way by which input clauses reach any solver. What only one of them can do (theories and
 * proofs: the own one) is asked of that solver itself, see solver/own.h. */
#ifndef HEDDLE_SOLVER_SOLVER_H
#define HEDDLE_SOLVER_SOLVER_H

#include "base/counters.h"
#include "sat/sat.h"

typedef struct solver solver;

/* One solver, as a table of functions. `self` is what `create` returned. All functions are needed. A row keeps to the
 * comments of the functions below; literals that it is given are not 0, and their variables were made by `new_var`. */
typedef struct solver_kind {
    const char *name, *text;
    bool writes_proofs;
    void *(*create)(void);
    void (*destroy)(void *self);
    int (*new_var)(void *self);
    int (*var_count)(const void *self);
    void (*add_clause)(void *self, const int *literals, unsigned count);
    void (*assume)(void *self, int literal);
    sat_result (*solve)(void *self, int64_t conflicts);
    int (*value)(const void *self, int literal);
    bool (*failed)(const void *self, int literal);
    void (*set_terminate)(void *self, void *state, bool (*terminate)(void *state));
    uint64_t (*work)(const void *self);
    void (*count)(const void *self, counters *list);
} solver_kind;

/* All there are, the first is the default. */
extern const solver_kind *const SOLVER_KINDS[];
uint32_t solver_kind_count(void);
/* NULL if there is none of that name. */
const solver_kind *solver_find(const char *name);

solver *solver_new(const solver_kind *kind);
void solver_free(solver *s);
const solver_kind *solver_kind_of(const solver *s);
/* For files of one kind that can do more than all: what its `create` has returned. */
void *solver_self(const solver *s);

/* A fresh variable: 1, 2, ... in this order. */
int solver_new_var(solver *s);
int solver_var_count(const solver *s);
void solver_add_clause(solver *s, const int *literals, unsigned count);
/* How many were added. */
uint64_t solver_clause_count(const solver *s);

/* The literal holds in the next solver_solve, and only there. */
void solver_assume(solver *s, int literal);

enum { SOLVER_NO_LIMIT = -1 };

/* SAT_UNKNOWN if that takes more than so many conflicts, about, in this call, or if the solver was told to stop. */
sat_result solver_solve(solver *s, int64_t conflicts);

/* After SAT_SATISFIABLE: 1 if the literal is true in the model, else -1. */
int solver_value(const solver *s, int literal);
/* After SAT_UNSATISFIABLE: is the literal one of the assumptions that the clauses refute together? */
bool solver_failed(const solver *s, int literal);

/* Stops a running solver_solve with SAT_UNKNOWN as soon as the function returns true. NULL removes it. */
void solver_set_terminate(solver *s, void *state, bool (*terminate)(void *state));

/* What solving has taken so far, in units of base/budget.h: always the same for the same problem. */
uint64_t solver_work(const solver *s);

/* Adds what the solver has counted to the list. */
void solver_count(const solver *s, counters *list);

#endif
