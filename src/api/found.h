/* What was found, as the public interface shows it. */
#ifndef HEDDLE_API_FOUND_H
#define HEDDLE_API_FOUND_H

#include "heddle.h"
#include "machine/run.h"
#include "report/recording.h"

/* "queue.c:21: error: not modelled: function `f`, which is neither defined nor modelled"; the caller frees it. */
char *api_complaint(const ir_program *ir, const machine_result *result);
/* Its strings belong to the program and to `violation`. Whoever has a schedule and steps adds them. */
heddle_violation api_violation(const ir_program *ir, const machine_result *violation);
/* Its strings belong to the recording, and are empty if there is no such step. */
heddle_step api_step(const recording *r, size_t step);
/* How a run ended. */
heddle_end api_end(run_end end);

#endif
