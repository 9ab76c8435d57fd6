/* The engine of samples: random executions on the machine. They find violations that lie deep in loops, or in programs
 * that are too large for anything else, and prove nothing.
 *
 * It pays its way: it ends as soon as nearly all that it does was done before. */
#ifndef HEDDLE_ENGINE_SAMPLE_SAMPLE_ENGINE_H
#define HEDDLE_ENGINE_SAMPLE_SAMPLE_ENGINE_H

#include "engine/engine.h"

void sample_engine_run(const engine_run *run);

#endif
