/* What the solver is asked about an unrolled program: first for a violation, then for data races, if they are looked
 * for, then for anything that is not modelled, then for executions in which a loop was cut.
 *
 * Of data races (memory/races.h) the solver is asked for an execution with two accesses that nothing known orders. If
 * there is none, there is no race. If there is one, the machine says whether they race in it; where they do not, they
 * may do so in another one, and that is left open. Memory that is left when the program ends (symex/leaks.c) is asked
 * for in the same way: the machine says whether it is, and whether it is lost. */
#ifndef HEDDLE_ENGINE_QUESTIONS_H
#define HEDDLE_ENGINE_QUESTIONS_H

#include "encode/encode.h"
#include "engine/unroll.h"

typedef VEC(int) question_literals;
typedef VEC(const symex_claim *) question_claims;

typedef struct questions {
    const unroll *u;
    encoding *e;
    question_claims bad, unsupported, races; /* races: and memory that is left */
    question_literals is_bad, is_unsupported, is_race, is_cut;
    question_literals is_small; /* objects whose size is not known are so small that the machine can make them */
    question_literals is_new;
    const machine_known *known; /* violations that do not count any more */
    bool is_deeper; /* is_new: what was asked at a smaller depth was answered by no, but for executions where one is
                       true */
    /* Does the machine find it in the execution? That two accesses are both in an execution is not enough. */
    bool (*is_racy)(void *context, const model *model, execution *x);
    void *context;
} questions;

typedef enum question_answer {
    QUESTION_NOTHING,
    QUESTION_VIOLATION,   /* see `x` */
    QUESTION_UNDECIDED,   /* whether two accesses race that are both in an execution, or memory is lost; see `claim`;
                             NULL: whether there are more violations of a kind that is known */
    QUESTION_UNSUPPORTED, /* see `claim` and `message` */
    QUESTION_CUT,         /* see `cuts` */
    QUESTION_NO_TIME,
} question_answer;

typedef struct question_result {
    execution x;
    const symex_claim *claim;
    const char *message;
    check_cuts cuts;
} question_result;

/* is_deeper: the depth before was answered under this model. Where all violations are asked for, threads must stop
 * where they violate something (unroll.h). */
void questions_init(questions *q, const unroll *u, encoding *e, bool is_deeper, const machine_known *known);
question_answer questions_ask(const questions *q, question_result *r);
void questions_clear(questions *q);

#endif
