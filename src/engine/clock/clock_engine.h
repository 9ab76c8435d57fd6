/* The engine of clocks: unroll, encode the order of events as numbers that are less than one another (clock_order.h),
 * and give all of it to a solver that knows nothing of order, depth by depth (engine/deepen.h). It shares neither the
 * ordering theory nor its solver with `ord`: a second opinion, and the yardstick of the papers. */
#ifndef HEDDLE_ENGINE_CLOCK_CLOCK_ENGINE_H
#define HEDDLE_ENGINE_CLOCK_CLOCK_ENGINE_H

#include "engine/engine.h"

void clock_engine_run(const engine_run *run);

#endif
