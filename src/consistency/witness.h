/* The search for an execution (Algorithm 1 of the paper), along the orders that closure has found.
 *
 * A prefix of an execution is extended point by point. A write *holds* its cell as long as somebody still has to read
 * it from there: until then no other write to the cell can happen. Three kinds of points can be taken as soon as they
 * are possible, because whatever else could have been done first can still be done afterwards:
 *
 *   - points that write nothing: reads and fences;
 *   - points whose writes nobody has yet to read ("spurious" in the paper), if no cell that they write is held: all
 * that they could spoil is a value that nobody wants;
 *   - so only writes that somebody wants are choices. A prefix is then known by the set of writes that it has.
 *
 * The paper's VerifyTSO enumerates such sets; they are n^k for k threads with a buffer each. The same search serves SC,
 * where a write is a point of its thread, and PSO, where the bound is worse (n^(k d) with d places) than that of the
 * paper's VerifyPSO, which knows no store fences and no accesses of several cells. With closure before it, the search
 * hardly ever has to take a choice back. If it has to, it goes on with closure after every choice: all other writes to
 * the cell that are left come after the chosen one. So a choice that cannot be is known at once, and not when many
 * others have been tried behind it. */
#ifndef HEDDLE_CONSISTENCY_WITNESS_H
#define HEDDLE_CONSISTENCY_WITNESS_H

#include "base/budget.h"
#include "consistency/order.h"

typedef struct witness_choice {
    uint32_t size;  /* of the sequence, before it */
    uint32_t tried; /* the step that was taken last; those that come before it were tried, too */
    order_mark mark;
} witness_choice;

typedef struct witness {
    VEC(uint32_t) sequence; /* points, so far */
    VEC(uint32_t) next;     /* by chain: the first point that is not taken; HISTORY_NONE: all are */
    VEC(uint32_t) readers;  /* by write: how many reads of it are to come */
    VEC(uint32_t) holder;   /* by cell: the last write, or HISTORY_NONE */
    VEC(uint32_t) replaced; /* the holders before those, one for each write that was taken */
    VEC(witness_choice) choices;
    uint64_t backtracks;
} witness;

void witness_clear(witness *w);
/* How often a choice is taken back before conclusions are drawn from choices. */
enum { WITNESS_PATIENCE = 16 };

/* CONSISTENCY_YES: `sequence` has all points, in an order in which the history happens. The order has more in it
 * afterwards if conclusions were drawn. */
consistency_answer witness_search(witness *w, order *o, const history *h, uint32_t patience, budget *b);

#endif
