#include "base/budget.h"

#include <stddef.h>

#include "base/clock.h"

static const char *reason_to_stop(const budget *b)
{
    if (b->interrupt && *b->interrupt)
        return "interrupted";
    if (b->timeout > 0 && clock_wall_seconds() - b->started > b->timeout)
        return "out of time";
    if (b->max_memory > 0 && clock_peak_bytes() > b->max_memory)
        return "out of memory";
    return NULL;
}

bool budget_is_spent(budget *b)
{
    if (b == NULL)
        return false;
    if (b->spent == NULL)
        b->spent = reason_to_stop(b);
    return b->spent != NULL;
}

double budget_seconds_left(const budget *b)
{
    static const double ALMOST_NOTHING = 1e-6;
    if (b->timeout <= 0)
        return 0;
    double left = b->started + b->timeout - clock_wall_seconds();
    return left > ALMOST_NOTHING ? left : ALMOST_NOTHING;
}
