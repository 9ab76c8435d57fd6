/* The engine of refinement: unroll, encode without any order of events, and let CaDiCaL find candidates, which are
 * looked at one by one (refine_order.h), depth by depth (engine/deepen.h). After "Scheduling constraint based
 * abstraction refinement for multi-threaded program verification" (Yin and others), which is about SC; candidate.h says
 * why it holds for the other models. */
#ifndef HEDDLE_ENGINE_REFINE_REFINE_ENGINE_H
#define HEDDLE_ENGINE_REFINE_REFINE_ENGINE_H

#include "engine/engine.h"

void refine_engine_run(const engine_run *run);

#endif
