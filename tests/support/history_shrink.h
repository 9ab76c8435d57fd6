/* Makes a history small while something stays true of it: for histories on which something fails. */
#ifndef HEDDLE_TESTS_HISTORY_SHRINK_H
#define HEDDLE_TESTS_HISTORY_SHRINK_H

#include "base/strbuf.h"
#include "consistency/history.h"

/* Drops steps, accesses, edges and creations of threads one by one. What read from a write that is gone is gone, too.
 */
void history_shrink(history *h, bool (*is_still)(const history *h, void *context), void *context);

/* As docs/consistent.md wants it. Every step has a name: s and its number. */
void history_print(const history *h, strbuf *out);

#endif
