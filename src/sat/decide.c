#include "sat/solver.h"

static uint32_t best_by_score(sat_solver *s)
{
    for (;;) {
        uint32_t variable = heap_top(&s->scores);
        if (!s->values[lit_of(variable, false)] && !s->flags[variable].removed)
            return variable;
        heap_pop(&s->scores);
    }
}

static uint32_t last_in_queue(sat_solver *s)
{
    uint32_t variable = s->queue.search;
    while (s->values[lit_of(variable, false)] || s->flags[variable].removed) {
        variable = s->queue.links.data[variable].previous;
        assert(variable != QUEUE_END);
    }
    s->queue.search = variable;
    return variable;
}

static bool decide_negative(const sat_solver *s, uint32_t variable)
{
    if (s->preferred[variable])
        return s->preferred[variable] < 0;
    bool use_target = s->options.target == 2 || (s->options.target == 1 && s->stable);
    if (use_target && s->target[variable])
        return s->target[variable] < 0;
    return s->saved[variable] < 0;
}

lit sat_choose_decision(sat_solver *s)
{
    assert(s->trail_size < s->variables - s->removed);
    uint32_t variable = s->stable ? best_by_score(s) : last_in_queue(s);
    assert(!s->values[lit_of(variable, false)] && !s->flags[variable].removed);
    return lit_of(variable, decide_negative(s, variable));
}
