/* The ordering engine: unroll, encode, and let the solver with the theory of order (ord/ord.h) decide about all
 * executions at once, depth by depth (engine/deepen.h). */
#ifndef HEDDLE_ENGINE_ORD_ORD_ENGINE_H
#define HEDDLE_ENGINE_ORD_ORD_ENGINE_H

#include "engine/engine.h"

void ord_engine_run(const engine_run *run);

#endif
