/* Unroll, encode, and ask, depth by depth: what engines share that let a solver decide about all executions at once,
 * and differ in who decides about the order.
 *
 * Without a bound of the user's, loops are followed 1, 2, 4, ... times, until no execution comes to an end that was cut
 * off. A depth without a violation settles every execution that it did not cut; the next one asks about others only. */
#ifndef HEDDLE_ENGINE_DEEPEN_H
#define HEDDLE_ENGINE_DEEPEN_H

#include "encode/encode.h"
#include "engine/engine.h"

/* How an engine solves. */
typedef struct deepen_way {
    /* NULL as encoding_build. */
    encoding *(*encode)(const engine_run *run, const memory *m, const model *model);
    /* What solving has taken so far, in units of base/budget.h. May show how far it is. */
    uint64_t (*work)(const encoding *e, budget_progress *progress);
    /* Counts what only this engine does. */
    void (*count)(const engine_run *run, const model *model, const encoding *e);
} deepen_way;

void deepen_run(const engine_run *run, const deepen_way *way);
void deepen_count(const engine_run *run, const model *model, const char *name, const char *text, uint64_t value);
/* What the encoding's axioms have counted, if it has any. */
void deepen_count_axioms(const engine_run *run, const model *model, const encoding *e);

#endif
