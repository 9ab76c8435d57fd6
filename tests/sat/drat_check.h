/* A checker of DRAT proofs, written to be read: it shares no code with the solver and checks forwards, line by line.
 *
 * It keeps a set D of clauses, at first those of the formula. A line adds a clause C only if
 *   - assuming all literals of C false, unit propagation in D finds a false clause (then D implies C), or
 *   - the same holds for every resolvent of C with a clause of D on the first literal of C (then D with C has a model
 *     if D has one).
 * A line may also delete a clause. Deleting less than asked for is always allowed; the checker does so for clauses
 * that are unit under what D implies by unit propagation alone.
 * So if the empty clause is added, the formula, together with the axioms added meanwhile, has no model. */
#ifndef HEDDLE_TESTS_SAT_DRAT_CHECK_H
#define HEDDLE_TESTS_SAT_DRAT_CHECK_H

#include <stdbool.h>
#include <stddef.h>

typedef struct drat_checker drat_checker;

/* Is this lemma of a theory valid? `justification` is a string. */
typedef bool (*drat_lemma_check)(void *state, const int *literals, unsigned count, const char *justification);

drat_checker *drat_new(void);
void drat_free(drat_checker *checker);

/* A clause that need not be checked. */
void drat_add_axiom(drat_checker *checker, const int *literals, unsigned count);
/* False if the clause cannot be added. */
bool drat_add_checked(drat_checker *checker, const int *literals, unsigned count);
/* False if there is no such clause. */
bool drat_delete(drat_checker *checker, const int *literals, unsigned count);
/* Does D contain the empty clause, or does unit propagation alone find a false clause? */
bool drat_refuted(const drat_checker *checker);
/* Does D imply the clause by unit propagation? Adds nothing. */
bool drat_implies(drat_checker *checker, const int *literals, unsigned count);

/* Checks the lines of a proof. Theory lemmas (lines `t`) are rejected unless `lemma` accepts them. Returns NULL, or
 * what is wrong, with *place the number of the line. */
const char *drat_check_text(drat_checker *checker, const char *text, size_t size, drat_lemma_check lemma, void *state,
                            unsigned long *place);
const char *drat_check_binary(drat_checker *checker, const char *bytes, size_t size, drat_lemma_check lemma,
                              void *state, unsigned long *place);

#endif
