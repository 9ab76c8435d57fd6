/* A SAT solver: given clauses over boolean variables, find an assignment that makes every clause true, or show that
 * there is none.
 *
 * Variables are the numbers 1, 2, ...; a literal is v (v is true) or -v (v is false), as in the DIMACS format. A
 * clause is a set of literals, true if one of them is. F is the conjunction of all clauses added so far.
 *
 *     sat_solver *s = sat_new();
 *     int a = sat_new_var(s), b = sat_new_var(s);
 *     sat_add_clause(s, (int[]){a, b}, 2);
 *     sat_assume(s, -a);
 *     if (sat_solve(s) == SAT_SATISFIABLE)
 *         printf("b is %d\n", sat_value(s, b));
 *     sat_free(s);
 *
 * It is incremental: clauses, variables and assumptions may be added after each sat_solve. Assumptions hold for the
 * next sat_solve only. Between two calls any variable may be used again, also one that the solver has meanwhile
 * eliminated: it then comes back with its clauses. Freezing a variable avoids that cost.
 *
 * Modulo theories: a theory T is a set of assignments to the *observed* variables, known to the solver only through
 * the table of functions sat_theory. sat_solve then decides whether F has a model that lies in T.
 *
 * A solver is one object without any global state; it must not be used by two threads at once. */
#ifndef HEDDLE_SAT_SAT_H
#define HEDDLE_SAT_SAT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sat/stats.h"

typedef struct sat_solver sat_solver;

typedef enum sat_result { SAT_UNKNOWN = 0, SAT_SATISFIABLE = 10, SAT_UNSATISFIABLE = 20 } sat_result;

sat_solver *sat_new(void);
void sat_free(sat_solver *solver);

/* A fresh variable. Mentioning a variable above all others in any call below creates it, too. */
int sat_new_var(sat_solver *solver);
int sat_var_count(const sat_solver *solver);

/* Adds a clause: literal by literal, ended by 0, or at once. */
void sat_add(sat_solver *solver, int literal_or_zero);
void sat_add_clause(sat_solver *solver, const int *literals, unsigned count);

/* The literal holds in the next sat_solve, and only there. */
void sat_assume(sat_solver *solver, int literal);

sat_result sat_solve(sat_solver *solver);

/* After SAT_SATISFIABLE: 1 if the literal is true in the model, else -1. */
int sat_value(const sat_solver *solver, int literal);

/* After SAT_UNSATISFIABLE: is the literal one of the assumptions that F (and T) already refutes together? */
bool sat_failed(const sat_solver *solver, int literal);

/* 1 (-1) if F is known to imply the literal (its negation), else 0. */
int sat_fixed(const sat_solver *solver, int literal);

/* A frozen variable is never eliminated nor replaced by another. Freezing nests; each thaw undoes one freeze. */
void sat_freeze(sat_solver *solver, int literal);
void sat_thaw(sat_solver *solver, int literal);

/* `value` (1 or -1) is tried first whenever the variable is decided; 0 gives the choice back to the solver. */
void sat_prefer(sat_solver *solver, int variable, int value);

/* Stops a running sat_solve with SAT_UNKNOWN as soon as the function returns true. NULL removes it. */
void sat_set_terminate(sat_solver *solver, void *state, bool (*terminate)(void *state));

/* Limits of each following sat_solve, which returns SAT_UNKNOWN when one is hit; negative means no limit. */
void sat_limit_conflicts(sat_solver *solver, int64_t conflicts);
void sat_limit_seconds(sat_solver *solver, double seconds);

/* Options by name (see sat/options.h); false if there is no such option or the value is out of its range. */
bool sat_set_option(sat_solver *solver, const char *name, int value);
void sat_print_options(FILE *out);

const sat_statistics *sat_statistics_of(const sat_solver *solver);

/* Writes a DRAT proof of each refutation to `proof`, which stays the caller's. Call before the first clause. Beside
 * the usual lines, lemmas of the theory are written as `t literals 0 justification` (text), or as byte 't', the
 * literals, byte 0, the justification and another byte 0 (binary). A refutation under assumptions ends in the clause
 * of the negated failed assumptions, one without ends in the empty clause. */
void sat_proof_start(sat_solver *solver, FILE *proof, bool binary);

/* ------------------------------------------------------------------------------------------------- theories
 *
 * The trail is the sequence of literals true at present, in the order in which they became so. It is divided into
 * levels: level 0 holds for good, and each decision starts the next level. Backtracking to a level removes a suffix
 * of the trail, namely all literals of higher levels.
 *
 * The theory is told the observed part of the trail. Whenever boolean propagation reaches its fixed point, the
 * literals that are new to the theory are handed over in trail order with `assigned`, and then `propagate` is called
 * once. Any function may be NULL if the theory does not need it, except that propagated literals need `explain`.
 *
 * From within `propagate` and `final_check` (and nowhere else) the theory may call sat_theory_propagate and
 * sat_theory_clause, and also sat_new_var, sat_observe, sat_freeze and sat_prefer. Values may be asked for in any of
 * the functions. */
typedef struct sat_theory {
    void *self;

    /* `literal`, of an observed variable, is true from now on, until the trail is cut below `level`. */
    void (*assigned)(void *self, int literal, uint32_t level);

    /* Literals of levels above `level` are no longer true. Called only if the theory was told of such a literal. */
    void (*backtrack)(void *self, uint32_t level);

    /* Draw conclusions from the literals assigned. Called at least once per sat_solve, and then only if there were
     * new observed literals since the last time. Need not be complete. */
    void (*propagate)(void *self, sat_solver *solver);

    /* Why did the theory propagate `literal`? Store at *literals a clause valid in T that contains `literal` and
     * otherwise literals that are false and were already false when it was propagated. Returns its size; the
     * memory is the theory's and is read at once. Asked at most once per propagation, and only if it matters for a
     * conflict or if the literal was propagated at level 0. */
    unsigned (*explain)(void *self, int literal, const int **literals);

    /* Every variable has a value and every clause is true. Either accept the assignment by returning true, or add
     * clauses or variables that rule it out or make it grow, and return false. */
    bool (*final_check)(void *self, sat_solver *solver);

    /* The next decision: an unassigned literal, or 0 to leave the choice to the solver. */
    int (*decide)(void *self, const sat_solver *solver);

    /* With a proof only: called right after the theory gave a lemma (as a clause or as an explanation), to write on
     * one line, without newline or NUL, why that lemma is valid in T. */
    void (*justify)(void *self, const int *literals, unsigned count, FILE *proof);
} sat_theory;

/* Connects a theory (copied; the object behind `self` must outlive the solver). Only one, before the first solve. */
void sat_set_theory(sat_solver *solver, const sat_theory *theory);

/* Declares a variable as the theory's; it is frozen for good. If it already has a value, the theory is told. */
void sat_observe(sat_solver *solver, int variable);

/* `literal`, of an observed variable, follows in T from the literals that the theory was told. `explain` will be
 * asked for the reason later, if at all. If the literal is false already, that is a conflict. */
void sat_theory_propagate(sat_solver *solver, int literal);

/* Adds a clause that is valid in T: a lemma. It may be of any shape: false, unit or neither under the trail. Several
 * conflict clauses at once are all learned. A lemma that is not `keep` may be forgotten once it seems useless; use
 * `keep` where the theory would not find it again, above all for clauses that define new variables. */
void sat_theory_clause(sat_solver *solver, const int *literals, unsigned count, bool keep);

/* The value of the literal on the trail (1, -1, or 0 if it has none) and its level. */
int sat_theory_value(const sat_solver *solver, int literal);
uint32_t sat_theory_level(const sat_solver *solver, int literal);

/* To be asked now and then by a theory that has much to propagate: if true, it returns soon, without having come to the
 * end, and the answer will be SAT_UNKNOWN. The next sat_solve lets it go on. */
bool sat_theory_must_stop(sat_solver *solver);

#endif
