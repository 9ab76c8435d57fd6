/* All classes of executions, one execution each: Algorithm 3 (RF-SMC) of "The Reads-From Equivalence for the TSO and
 * PSO Memory Models" (Bui et al., OOPSLA 2021).
 *
 * Two executions are in one class if threads do the same in both, and every read reads from the same write. In one
 * class every thread goes through the same states, so one execution of each class shows all that can go wrong in a
 * thread.
 *
 * The nodes of an execution are brought into an *order* (tau in the paper): those that were planned, then the others. A
 * read is a *decision*: the classes that have all that is before it in the order are divided by what it reads. After an
 * execution, every decision is asked what else could be: the read could read from another write. Then what is before
 * the decision, the write, and all that the write depends on is kept, and the rest is forgotten; if an execution with
 * that exists (consistency.h), it is *planned*. Reads that are kept because a write depends on them are no decisions
 * any more. Plans are carried out last decision first, so decisions are a stack, and a decision's plans can be
 * forgotten with it.
 *
 * That leaves nothing out and does nothing twice, as the paper shows, for reads and writes. Nodes that read and write
 * at once (*blocks*) need more:
 *
 *   - A block that reads several cells is one decision about all of them: what it reads next may depend on what it has
 *     read. So the state before such a node is kept, and other values are tried out there (`probe`).
 *   - Two nodes may have to change at once. Let C be an execution with all that is before the decision d, in which d
 *     reads something else; let K be all that this depends on, and k the last node of K. Without k there is an
 *     execution, too, and d can happen at the end of it, reading whatever is there: one with fewer causes, so it is
 *     seen, by induction. If k can do there what it does in C, d reads from k next. It may not: if d writes what k
 *     reads in C, or comes after somebody who does. Then both are changed: k is what it is in C, and d reads from it.
 *     Since k is the last node of K, d does read from k; so k has to be sought only among the blocks. If k reads and
 *     writes one cell only, it can be in the way only if d overwrites what k reads, so only that is tried: k *takes*
 *     what d takes now, and d reads what k wrote (Remark 1 in the paper). All other blocks (`mixed`) are tried with all
 *     that they could read.
 *   - If d waits for a value and overwrites it, as a lock does, it need not be able to happen at the end. Classes are
 *     divided in another way then: by who takes what d takes. Somebody does, because d could. If j takes it, d is left
 *     out of the plan, and j has its place in the order. This needs that all writes to the cell are by nodes that take;
 *     if it is set by others as well, in no known order, there is no answer (`problem`). It also needs that d cannot go
 *     on without taking anything before what it takes is there, as a recursive mutex lets it: a first look at it passes
 *     always. Such an instruction is no lock; when one is found, all begins anew.
 *
 * In each of the two, an execution is in one part only, so nothing is done twice. Others than the decision that are
 * looked at include threads that wait in vain. */
#ifndef HEDDLE_RF_EXPLORE_H
#define HEDDLE_RF_EXPLORE_H

#include "consistency/consistency.h"
#include "machine/machine.h"
#include "rf/run.h"

typedef struct explore_options {
    machine_options machine; /* as for confirming; is_traced is set */
    uint32_t max_nodes;      /* of a thread; 0: no limit */
} explore_options;

typedef struct explore_counts {
    uint64_t classes;   /* maximal executions in which all threads have ended, or wait for ever */
    uint64_t blocked;   /* those in which a thread stopped or spins */
    uint64_t deadlocks; /* executions in which all waited, if only until somebody woke up for no reason */
    uint64_t decisions; /* the most at a time */
    uint64_t planned;   /* plans that wait, the most at a time */
    uint64_t restarts;  /* because memory had to be cut in another way */
    uint64_t instructions;
    uint32_t threads, nodes; /* the most in one execution */
    consistency_counts checks;
} explore_counts;

typedef struct explore explore;

explore *explore_new(const ir_program *program, const explore_options *options);
void explore_free(explore *x);

typedef enum explore_event {
    EXPLORE_CLASS,       /* one more class: explore_run shows it */
    EXPLORE_BLOCKED,     /* one more execution in which somebody could not go on by itself */
    EXPLORE_VIOLATION,   /* explore_run has the violation, and the choices that lead there */
    EXPLORE_UNSUPPORTED, /* the same, of what is not modelled */
    EXPLORE_AGAIN,       /* all classes so far come again */
    EXPLORE_DONE,        /* there are no more */
    EXPLORE_PROBLEM,     /* it cannot go on: explore_problem says why */
} explore_event;

/* One execution more. */
explore_event explore_next(explore *x);

const rf_run *explore_run(const explore *x);
const char *explore_problem(const explore *x);
/* A thread went on for too long (explore_options.max_nodes, or the machine's bounds), and was left alone. */
bool explore_was_cut(const explore *x);
/* By the machine's bounds. */
const machine_cuts *explore_cuts(const explore *x);
explore_counts explore_count(const explore *x);

#endif
