/* include/heddle.h: budgets. */
#include "api/budget.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"

void api_budget_init(heddle_budget *b, double timeout, uint64_t max_memory)
{
    *b = (heddle_budget){
        .limits =
            {
                .started = clock_wall_seconds(),
                .timeout = timeout,
                .max_memory = max_memory,
                .interrupt = &b->is_cancelled,
            },
        .outside = FRONTEND_OUTSIDE,
    };
}

heddle_budget *heddle_budget_new(double timeout, uint64_t max_memory)
{
    heddle_budget *b = alloc_zeroed(1, sizeof *b);
    api_budget_init(b, timeout, max_memory);
    return b;
}

void heddle_budget_cancel(heddle_budget *b)
{
    b->is_cancelled = 1;
}

void heddle_budget_free(heddle_budget *b)
{
    free(b);
}

void api_budget_end_load(heddle_budget *b)
{
    frontend_end_outside(&b->outside);
}
