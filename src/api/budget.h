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

/* For a thread that ends the process in the middle of a load: stops clang and removes temporary files. The caller holds
 * the mutex; the load never returns. */
void api_budget_end_load(heddle_budget *b);

#endif
