/* The ordering engine: unroll, encode, and let the solver with the theory of order (ord/ord.h) decide about all
 * executions at once.
 *
 * Without a bound of the user's, loops are followed 1, 2, 4, ... times, until no execution comes to an end that was cut
 * off. A depth without a violation settles every execution that it did not cut; the next one asks about others only. */
#ifndef HEDDLE_ENGINE_ORD_ORD_ENGINE_H
#define HEDDLE_ENGINE_ORD_ORD_ENGINE_H

#include "engine/engine.h"

void ord_engine_run(const engine_run *run);

#endif
