#include "base/budget.h"

#include <assert.h>

#include "base/clock.h"

static const double SECONDS_BETWEEN_LOOKS = 0.002; /* at the memory, which takes the system a microsecond */

static bool is_out_of_memory(budget *b, double now)
{
    if (b->max_memory == 0 || now - b->looked_at < SECONDS_BETWEEN_LOOKS)
        return false;
    b->looked_at = now;
    return clock_resident_bytes(0) > b->max_memory;
}

static const char *reason_to_stop(budget *b)
{
    if (b->interrupt && *b->interrupt)
        return "interrupted";
    if (b->max_work > 0 && b->work > b->max_work)
        return "out of patience";
    if (b->timeout <= 0 && b->max_memory == 0)
        return NULL;
    double now = clock_wall_seconds();
    if (b->timeout > 0 && now - b->started > b->timeout)
        return "out of time";
    return is_out_of_memory(b, now) ? "out of memory" : NULL;
}

budget budget_part_of(budget *whole)
{
    return (budget){
        .started = whole->started, .timeout = whole->timeout, .max_memory = whole->max_memory, .whole = whole};
}

bool budget_spend(budget *b, uint64_t work)
{
    if (b == NULL)
        return false;
    b->work += work;
    uint64_t news = b->work - b->asked_at;
    b->asked_at = b->work;
    if (b->turn_end > 0 && b->work >= b->turn_end && b->spent == NULL) {
        assert(b->end_turn != NULL);
        b->end_turn(b->context);
    }
    if (b->spent)
        return true;
    b->spent = b->whole && budget_spend(b->whole, news) ? b->whole->spent : reason_to_stop(b);
    if (b->spent && b->end_turn)
        b->end_turn(b->context); /* whoever gives turns may leave it at that */
    return b->spent != NULL;
}

bool budget_is_spent(budget *b)
{
    return budget_spend(b, 0);
}

double budget_seconds_left(const budget *b)
{
    static const double ALMOST_NOTHING = 1e-6;
    if (b->timeout <= 0)
        return 0;
    double left = b->started + b->timeout - clock_wall_seconds();
    return left > ALMOST_NOTHING ? left : ALMOST_NOTHING;
}
