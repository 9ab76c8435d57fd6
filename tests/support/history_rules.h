/* Which points of a history come before each other, by what the program says and by who reads what, pair by pair. */
#ifndef HEDDLE_TESTS_HISTORY_RULES_H
#define HEDDLE_TESTS_HISTORY_RULES_H

#include "consistency/history.h"
#include "model/model.h"

bool history_rules_same_thread(const history *h, uint32_t a, uint32_t b);
/* Is that said by the history itself? */
bool history_rules_has_edge(const history *h, uint32_t before, uint32_t after);
/* Does the model keep a before b: both of one thread, or a creates the thread of b? */
bool history_rules_keeps(const history *h, const model *m, uint32_t a, uint32_t b);
/* Does b read what a wrote, when that is in memory? */
bool history_rules_reads(const history *h, const model *m, uint32_t a, uint32_t b);
/* The reader reads a cell from the source that the other step writes, too. */
bool history_rules_compete(const history *h, uint32_t reader, uint32_t source, uint32_t other);
/* The reader does not see the write, although its own thread wrote there before: instead it reads what its thread wrote
 * still earlier, or the initial value. */
bool history_rules_is_hidden(const history *h, uint32_t reader, uint32_t write);

#endif
