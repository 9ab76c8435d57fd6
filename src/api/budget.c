/* include/heddle.h: budgets. */
#include "api/budget.h"

#include <stdlib.h>

#include "api/watching.h"
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

heddle_budget *api_budget_choose(heddle_budget *given, heddle_budget *own, double timeout, uint64_t max_memory)
{
    api_budget_init(own, timeout, max_memory);
    return given ? given : own;
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

/* ---- for a watch ---- */

budget api_budget_limits(const heddle_budget *b)
{
    return b->limits;
}

bool api_budget_is_cancelled(const heddle_budget *b)
{
    return b->is_cancelled;
}

void api_budget_hold(heddle_budget *b)
{
    pthread_mutex_lock(&b->outside.mutex);
}

void api_budget_release(heddle_budget *b)
{
    pthread_mutex_unlock(&b->outside.mutex);
}

void api_budget_end_load(heddle_budget *b)
{
    frontend_end_outside(&b->outside);
}
