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

/* Why a point comes before another one. */
typedef enum consistency_reason {
    CONSISTENCY_PROGRAM,  /* program order as the model keeps it, fences, the creation of a thread */
    CONSISTENCY_RF,       /* the second reads what the first wrote */
    CONSISTENCY_OWN,      /* the read would have seen its own thread's write instead */
    CONSISTENCY_BEFORE,   /* a write that is before a read is before the write that it reads */
    CONSISTENCY_FROM_READ /* a write that is after the write that is read is after the read */
} consistency_reason;

typedef struct consistency_step {
    uint32_t step;
    consistency_reason reason; /* for the order of this one and the next one, of which the first is next of the last */
    bool is_to_memory;         /* the point at which its write leaves the store buffer */
} consistency_step;

typedef struct consistency consistency;

consistency *consistency_new(void);
void consistency_free(consistency *c);

typedef enum consistency_answer {
    CONSISTENCY_YES,
    CONSISTENCY_NO,
    CONSISTENCY_GAVE_UP, /* the budget is spent */
} consistency_answer;

/* `b` may be NULL. O(steps^2 * chains) for closure, in which a chain is a thread or a buffer, and much less as a rule;
 * the search is O(threads * steps^(threads + 1)) under SC and TSO. */
consistency_answer consistency_check(consistency *c, const history *h, const model *m, budget *b);

typedef VEC(consistency_step) consistency_steps;

/* After YES: the points in an order that makes it happen; `reason` means nothing. */
const consistency_steps *consistency_witness(const consistency *c);
/* After NO for this history: a cycle that closure has found; empty if it took the search to find out. */
const consistency_steps *consistency_cycle(consistency *c, const history *h);

typedef struct consistency_counts {
    uint64_t checks, refuted_by_closure, refuted_by_search, backtracks;
} consistency_counts;

consistency_counts consistency_count(const consistency *c);

#endif
