/* Runs engines on a program, and makes one answer for each model out of what they find.
 *
 * The driver knows how models are related: every execution of a model that another one includes is an execution of that
 * one. So what is safe under a model is safe under all that it includes. It believes no violation that it has not seen
 * on the machine: an execution is replayed, a schedule is run.
 *
 * Where all violations are asked for, a model stays open when one is found. From then on that one does not count, as if
 * its property were not checked there: an engine that has told one looks for the next, with driver_known and the
 * machine's options as they are then, and says at the end that there are no others.
 *
 * Several engines take turns (portfolio.h), in one process and one at a time. */
#ifndef HEDDLE_ENGINE_DRIVER_H
#define HEDDLE_ENGINE_DRIVER_H

#include "encode/execution.h"
#include "engine/engine.h"

/* ---- for engines: looking ---- */

/* Is the model asked for, and has nobody answered yet? */
bool driver_is_open(const engine_run *run, const model *model);
/* The next model to look at, from *at on, which starts as 0 and is moved: weakest first, then strongest. False if there
 * are no more open ones. */
bool driver_next_open(const engine_run *run, uint32_t *at, const model **model);
/* Which of the models that are asked for it is: a number below MODEL_COUNT. */
uint32_t driver_index_of(const engine_run *run, const model *model);
/* The violations of an open model that do not count any more. */
const machine_known *driver_known(const engine_run *run, const model *model);
/* Is it one of them? Somebody else may have found it, too. */
bool driver_is_known(const engine_run *run, const model *model, const machine_result *violation);
/* For the progress line. */
void driver_show_phase(const engine_run *run, const char *phase, const model *model);

/* ---- for engines: telling ---- */

void driver_say_safe(const engine_run *run, const model *model, uint32_t depth);
/* There is no violation up to the depth, but these loops were cut. The driver copies what it needs. */
void driver_say_bounded(const engine_run *run, const model *model, uint32_t depth, const check_cuts *cuts);
/* This execution violates the property, by a claim that is not known. */
void driver_say_execution(const engine_run *run, const model *model, execution *x);
/* This schedule does, on a machine as driver_machine_options has it. Both become the driver's. */
void driver_say_schedule(const engine_run *run, const model *model, bool is_normalised, machine_choices *schedule,
                         machine_result *violation);
/* Something that is not modelled can be reached, the instruction at `pc`, for the user at `user_pc`. If only this
 * engine does not model it, one that works in another way may still find an answer. */
void driver_say_unsupported(const engine_run *run, const model *model, ir_id pc, ir_id user_pc, const char *message);
/* It cannot say more about open models, and this is why. */
void driver_give_up(const engine_run *run, const char *why);

/* What became of loops. */
void driver_note_loops(const engine_run *run, const model *model, const symex *s);
/* What it took: replaces what was said under that name before. Names and texts are constants. */
void driver_count(const engine_run *run, const model *model, check_counter counter);

/* As violations are confirmed. */
machine_options driver_machine_options(const engine_run *run, const model *model, bool is_normalised);

/* ---- for others ---- */

/* One result for each model, in the order asked for. */
void check_program(const ir_program *program, const check_options *options, check_result *results);

#endif
