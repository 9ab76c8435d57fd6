/* Executions that a SAT solver looks for: "SATCheck: SAT-Directed Stateless Model Checking for SC and TSO" (Demsky and
 * Lam, OOPSLA 2015), for all models that have a machine.
 *
 * An execution is made, and what its threads did is learned (automaton.h). Then the solver is asked for an execution
 * that does what is known up to a moment at which something new happens (query.h); that one is made, along a plan, and
 * goes on in some way after it. When there is none, all that threads can do was seen, each of it at least once: not all
 * combinations of what different threads do, which is why there are few executions.
 *
 * Why nothing is missed: consider an execution that does something new, and the first step in it that does. Up to there
 * it is made of steps that are known, so it is a model of the clauses, and its step is a goal. Executions in which a
 * thread goes round a cycle that nobody can notice have a shorter one that ends in the same.
 *
 * What is not known to be right is not answered: inputs, detached threads, locks that are set up while others may use
 * them, stores that may be too late for their object, and a thread that does not do the same in the same state. */
#ifndef HEDDLE_SATDIR_SATDIR_H
#define HEDDLE_SATDIR_SATDIR_H

#include "machine/machine.h"
#include "rf/run.h"

typedef struct satdir_counts {
    uint64_t executions;
    uint64_t goals; /* that were found and tried */
    uint64_t encodings;
    uint64_t spots;              /* that are known */
    uint64_t points;             /* of the last encoding */
    uint64_t variables, clauses; /* the same */
    uint64_t rounds;
    uint32_t threads;
} satdir_counts;

typedef enum satdir_event {
    SATDIR_NEW,         /* one more execution, which has shown something new */
    SATDIR_KNOWN,       /* one more execution, which has not, because a thread must wait there */
    SATDIR_VIOLATION,   /* satdir_run has the violation, and the choices that lead there; it can go on */
    SATDIR_UNSUPPORTED, /* the same, of what is not modelled */
    SATDIR_AGAIN,       /* memory has to be cut in another way: all begins anew */
    SATDIR_DONE,        /* there is nothing new */
    SATDIR_PROBLEM,     /* it cannot go on: satdir_problem says why */
} satdir_event;

typedef struct satdir satdir;

satdir *satdir_new(const ir_program *program, const machine_options *options);
void satdir_free(satdir *x);

satdir_event satdir_next(satdir *x);

const rf_run *satdir_run(const satdir *x);
/* What was seen in the last execution, as numbers, of which some may be there twice: each stands for something that a
 * thread does in a local state. */
const uint32_t *satdir_seen(const satdir *x, uint32_t *count);
const char *satdir_problem(const satdir *x);
satdir_counts satdir_count(const satdir *x);

#endif
