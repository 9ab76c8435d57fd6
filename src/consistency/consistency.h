/* Is there an execution of a model with this history (history.h)? The problems VSC-rf, VTSO-rf and VPSO-rf of "The
 * Reads-From Equivalence for the TSO and PSO Memory Models" (Bui et al., OOPSLA 2021), Section 4.
 *
 * An execution is an order of *points*. Every step has one, where it happens in its thread. A write that goes through a
 * store buffer has only one as well: where it reaches memory. (Where it enters the buffer need not be said: as soon as
 * the steps before it have happened. Nobody but its own thread could tell.)
 *
 * First, closure (closure.h): orders that every execution with this history has. If they have a cycle, there is none.
 * That is polynomial, and decides nearly always. Then, if there may be one, a search for it along these orders
 * (witness.h). */
#ifndef HEDDLE_CONSISTENCY_CONSISTENCY_H
#define HEDDLE_CONSISTENCY_CONSISTENCY_H

#include "base/budget.h"
#include "consistency/history.h"
#include "model/model.h"

typedef struct consistency_step {
    uint32_t step;
    bool is_to_memory; /* the point at which its write leaves the store buffer */
} consistency_step;

typedef struct consistency consistency;

consistency *consistency_new(void);
void consistency_free(consistency *c);

typedef enum consistency_answer {
    CONSISTENCY_YES,
    CONSISTENCY_NO,
    CONSISTENCY_GAVE_UP, /* the budget is spent, or if not, it takes too much memory */
} consistency_answer;

/* `b` may be NULL. O(steps^2 * chains) for closure, in which a chain is a thread or a buffer, and much less as a rule;
 * the search is O(threads * steps^(threads + 1)) under SC and TSO. */
consistency_answer consistency_check(consistency *c, const history *h, const model *m, budget *b);

typedef VEC(consistency_step) consistency_steps;

/* After YES: the points in an order that makes it happen. A store fence is there only if it holds stores back. */
const consistency_steps *consistency_witness(const consistency *c);

/* Why a point comes before another one. */
typedef enum consistency_reason {
    CONSISTENCY_PROGRAM,  /* program order as the model keeps it, fences, the creation of a thread */
    CONSISTENCY_RF,       /* the second reads what the first wrote */
    CONSISTENCY_OWN,      /* `via` reads from the second; it would have seen the first, of its own thread, instead */
    CONSISTENCY_BEFORE,   /* `via` reads from the second, and the first, which writes there, too, is before it */
    CONSISTENCY_FROM_READ /* the first reads from `via`, and the second, which writes there, too, is after that */
} consistency_reason;

/* The point of a step is before that of another one, in every execution with the history. */
typedef struct consistency_fact {
    uint32_t before, after; /* steps */
    consistency_reason reason;
    uint32_t via; /* a step, or HISTORY_INITIAL */
    /* Facts that lead from `before` to `via` (CONSISTENCY_BEFORE), or from `via` to `after` (CONSISTENCY_FROM_READ). */
    uint32_t first_premise, premise_count;
} consistency_fact;

typedef VEC(uint32_t) consistency_links; /* numbers of facts, of which each begins where the one before it ends */

/* Premises of a fact have lower numbers. The cycle ends where it begins. There is one exception: if a read does not see
 * a write of its own thread, there are two facts, with the reason CONSISTENCY_OWN, in which the two come before each
 * other; the read is `via` of both. */
typedef struct consistency_proof {
    VEC(consistency_fact) facts;
    consistency_links premises, cycle;
} consistency_proof;

/* After NO: why; without a cycle if it took the search to find out, or a read names a step that does not write there.
 */
const consistency_proof *consistency_prove(consistency *c);

typedef struct consistency_counts {
    uint64_t checks, refuted_by_closure, refuted_by_search, backtracks;
} consistency_counts;

consistency_counts consistency_count(const consistency *c);

#endif
