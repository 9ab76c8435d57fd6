/* One execution of the machine for each class of executions that read the same from the same writes (rf/explore.h). It
 * proves safety where all classes were seen, and no input has many values. */
#ifndef HEDDLE_ENGINE_RF_RF_ENGINE_H
#define HEDDLE_ENGINE_RF_RF_ENGINE_H

#include "engine/engine.h"

void rf_engine_run(const engine_run *run);

#endif
