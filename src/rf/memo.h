/* What has been tried out (probe.h) need not be tried again, if it is known what it depends on: an instruction that
 * reads and writes at once depends on what its thread knows (machine_thread_hash) and on what it reads. That is so in
 * all executions. Blocks of several instructions depend on more, as what their thread has allocated, and are not kept.
 *
 * There is room for a fixed number of answers; a new one takes the place of an old one. */
#ifndef HEDDLE_RF_MEMO_H
#define HEDDLE_RF_MEMO_H

#include "rf/variation.h"

/* Before what is given: the node would be like this. False if that is not kept. */
bool rf_memo_recall(variation *v);
/* The variant is what the probe has said. */
void rf_memo_keep(const variation *v);
/* For good, or because cells have other numbers now. */
void rf_memo_clear(explore *x);

#endif
