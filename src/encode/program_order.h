/* An order of an execution's steps that a machine can follow thread by thread: with program order, a thread's steps
 * once it is started, a read after the write that it reads from unless that is impossible, and otherwise as near as
 * possible to the order they have. For models that are known by axioms, where a machine is told what reads read
 * (replay/replay.h): so what is told are old values and hardly ever coming ones, which is easier to understand; and
 * whoever finds an object gone comes after its end, and whoever finds it alive before, which a machine cannot be told.
 */
#ifndef HEDDLE_ENCODE_PROGRAM_ORDER_H
#define HEDDLE_ENCODE_PROGRAM_ORDER_H

#include "encode/execution.h"

/* O(steps * threads), and for each check that an object is alive O(steps). */
void program_order_sort(execution *x);

#endif
