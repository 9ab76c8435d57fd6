/* Random histories, for consistency.h. The same seed gives the same ones. */
#ifndef HEDDLE_TESTS_RANDOM_HISTORY_H
#define HEDDLE_TESTS_RANDOM_HISTORY_H

#include "base/random.h"
#include "consistency/history.h"
#include "model/model.h"

typedef struct random_history_shape {
    uint32_t threads, steps, cells;
    /* In percent. Of steps: */
    uint32_t writes, blocks, fences, store_fences; /* all others are reads */
    uint32_t wide;                                 /* accesses to several cells */
    /* Of threads but the first, and of stores: */
    uint32_t created, edges;
} random_history_shape;

/* At most so many threads, steps and cells; all the rest is chosen as well. */
random_history_shape random_history_small(random_source *r, uint32_t threads, uint32_t steps, uint32_t cells);

/* What the threads do. Everybody reads the initial values. */
void random_history_steps(history *h, random_source *r, const random_history_shape *shape);
/* Eight threads in which no rule of closure finds anything, but there is no execution (SC, and other models if nothing
 * was left out). */
void random_history_tangle(history *h, random_source *r);
/* Who reads what: as in an execution of the model. False if it has none, for example since a thread is never created.
 */
bool random_history_run(history *h, random_source *r, const model *m);
/* Who reads what: anybody, among those who write the cell. */
void random_history_guess(history *h, random_source *r);
/* One read reads from somewhere else. False if there is none that could. */
bool random_history_change(history *h, random_source *r);

#endif
