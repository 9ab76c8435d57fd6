/* Executions of the machine that a SAT solver looks for, each of which shows something new (satdir/satdir.h). It proves
 * safety where there is nothing new, and no input. */
#ifndef HEDDLE_ENGINE_SATDIR_SATDIR_ENGINE_H
#define HEDDLE_ENGINE_SATDIR_SATDIR_ENGINE_H

#include "engine/engine.h"

void satdir_engine_run(const engine_run *run);

#endif
