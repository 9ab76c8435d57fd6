/* States from which no thread that runs can ever end, by brute force: for each state, all that can be reached from it
 * (hangs.h of the machine says what is meant). For small programs without inputs. */
#ifndef HEDDLE_TESTS_NAIVE_HANGS_H
#define HEDDLE_TESTS_NAIVE_HANGS_H

#include "machine/machine.h"

/* -1: too many states, or something else goes wrong; else whether some state hangs. */
int naive_hangs(const ir_program *program, const model *model);

#endif
