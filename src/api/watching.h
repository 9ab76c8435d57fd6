/* For a thread that watches a budget and may end the process in the middle of the work, as that of the command line
 * does. It is no part of the public interface: a library does not end its process. */
#ifndef HEDDLE_API_WATCHING_H
#define HEDDLE_API_WATCHING_H

#include "base/budget.h"
#include "heddle.h"

/* As they are now, to be asked by the watch: the work writes into its own. */
budget api_budget_limits(const heddle_budget *b);
bool api_budget_is_cancelled(const heddle_budget *b);

/* Whoever does anything beside a load that may be going on holds the budget meanwhile (frontend/frontend.h says why).
 */
void api_budget_hold(heddle_budget *b);
void api_budget_release(heddle_budget *b);
/* Before the process ends in the middle of a load: stops clang and removes temporary files. The caller holds the
 * budget; the load never returns. */
void api_budget_end_load(heddle_budget *b);

#endif
