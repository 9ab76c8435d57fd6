/* The public budget: the limits that all phases ask (base/budget.h), the flag that cancels, and what a load has outside
 * of this process meanwhile (frontend/frontend.h). */
#ifndef HEDDLE_API_BUDGET_H
#define HEDDLE_API_BUDGET_H

#include "base/budget.h"
#include "frontend/frontend.h"
#include "heddle.h"

struct heddle_budget {
    budget limits;
    volatile sig_atomic_t is_cancelled;
    frontend_outside outside; /* another thread that uses it, or ends the process, holds its mutex */
};

/* Starts now. It must not be copied afterwards. */
void api_budget_init(heddle_budget *b, double timeout, uint64_t max_memory);
/* What options mean: the budget that is given or, without one, `own`, which starts now with these limits. */
heddle_budget *api_budget_choose(heddle_budget *given, heddle_budget *own, double timeout, uint64_t max_memory);

#endif
