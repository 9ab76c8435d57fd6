/* The engine of states: all states of the machine, each once (machine/search.h). It needs no bound: where all states
 * were seen, there is no violation, however long the executions are. Store buffers grow as far as the program fills
 * them.
 *
 * It leaves programs to others whose inputs have many values, or whose states take more than its part of the memory. */
#ifndef HEDDLE_ENGINE_STATES_STATES_ENGINE_H
#define HEDDLE_ENGINE_STATES_STATES_ENGINE_H

#include "engine/engine.h"

void states_engine_run(const engine_run *run);

#endif
