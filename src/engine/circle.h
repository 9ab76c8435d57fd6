/* Why no interleaving does what an execution does that only a weaker model allows: a circle of events, each before the
 * next one if everything happened one after the other.
 *
 * Its links are rf, ws, fr between threads, and program order inside of them: from where the circle enters a thread to
 * where it leaves. At least one of the latter is not kept by the model. Which, is found by asking: a link is not kept
 * if the model allows the execution with a full fence on every other link of the circle, and none on this one. */
#ifndef HEDDLE_ENGINE_CIRCLE_H
#define HEDDLE_ENGINE_CIRCLE_H

#include "cat/model.h"
#include "encode/execution.h"
#include "engine/check.h"
#include "replay/replay.h"

/* The circle of an execution of a model that is known by axioms. Stays empty if there is none whose events are all told
 * by the machine that replayed it; `told` says by which of its events. */
void circle_find(const execution *x, const replay_told *told, const cat_model *model, check_circle *circle);

#endif
