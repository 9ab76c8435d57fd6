/* What a model says about an execution, computed as its definition reads: relations are tables of booleans, operators
 * are loops over all events, fixed points are repeated until nothing changes. Slow, and the measure of
 * cat/evaluate.h, with which it shares nothing but the model. */
#ifndef HEDDLE_CAT_PLAIN_H
#define HEDDLE_CAT_PLAIN_H

#include <stdbool.h>

#include "cat/execution.h"
#include "cat/model.h"

/* For each axiom: is it fulfilled? For a flag: is it raised? */
void cat_plain_test(const cat_model *model, const cat_execution *execution, bool *results);
/* Are all axioms fulfilled that are no flags? */
bool cat_plain_allows(const cat_model *model, const cat_execution *execution);

#endif
