/* When to start over, keeping what was learned.
 *
 * Focused mode restarts when the glue of recent learned clauses is worse than the long-term average: the search then
 * is in a poor part of the space. Stable mode restarts rarely, after numbers of conflicts that follow the sequence of
 * Luby, which suits satisfiable formulas. The modes take turns of equal effort, each turn longer than the one before.
 */
#include "sat/solver.h"

enum { FAST_WINDOW = 33, SLOW_WINDOW = 100000, RELUCTANT_MAX = 1 << 20 };

static ema ema_start(unsigned window)
{
    double alpha = 1.0 / window;
    return (ema){.alpha = alpha, .beta = 1 - alpha, .decayed = 1 - alpha};
}

static void ema_update(ema *e, double y)
{
    e->biased += e->alpha * (y - e->biased);
    if (e->decayed > 0) {
        e->value = e->biased / (1 - e->decayed);
        e->decayed *= e->beta;
        if (e->decayed < 1e-12)
            e->decayed = 0;
    } else {
        e->value = e->biased;
    }
}

static void reluctant_start(reluctant *r, uint64_t period)
{
    assert(period > 0);
    *r = (reluctant){.u = 1, .v = 1, .period = period, .countdown = period};
}

static void reluctant_tick(reluctant *r)
{
    if (r->triggered || --r->countdown)
        return;
    if ((r->u & (~r->u + 1)) == r->v) {
        r->u++;
        r->v = 1;
    } else {
        r->v *= 2;
    }
    if (r->v * r->period > RELUCTANT_MAX)
        r->u = r->v = 1;
    r->countdown = r->v * r->period;
    r->triggered = true;
}

void sat_restart_init(sat_solver *s)
{
    s->fast_glue = ema_start(FAST_WINDOW);
    s->slow_glue = ema_start(SLOW_WINDOW);
    reluctant_start(&s->reluctant, (uint64_t)s->options.reluctant_period);
    s->stable = s->options.stable == 1;
    s->limits.mode_conflicts = (uint64_t)s->options.mode_interval;
}

void sat_restart_learned(sat_solver *s, uint32_t glue)
{
    if (s->stable) {
        reluctant_tick(&s->reluctant);
    } else {
        ema_update(&s->fast_glue, glue);
        ema_update(&s->slow_glue, glue);
    }
}

bool sat_restart_due(sat_solver *s)
{
    if (level_now(s) <= s->assumptions.size)
        return false;
    if (s->stable) {
        bool triggered = s->reluctant.triggered;
        s->reluctant.triggered = false;
        return triggered;
    }
    if (s->stats.conflicts < s->limits.restart)
        return false;
    return s->fast_glue.value > (1 + s->options.restart_margin / 100.0) * s->slow_glue.value;
}

static bool decided_before(const sat_solver *s, lit decision, uint32_t next)
{
    if (decision == NO_LIT)
        return false;
    uint32_t variable = lit_variable(decision);
    if (s->stable)
        return s->scores.score.data[variable] > s->scores.score.data[next];
    return s->queue.links.data[variable].stamp > s->queue.links.data[next].stamp;
}

/* Levels whose decisions would be made again anyway can stay. */
static uint32_t reusable_level(sat_solver *s)
{
    uint32_t level = s->assumptions.size;
    uint32_t next = lit_variable(sat_choose_decision(s));
    while (level < level_now(s) && decided_before(s, s->control.data[level + 1].decision, next))
        level++;
    return level;
}

void sat_restart(sat_solver *s)
{
    assert(level_now(s) > s->assumptions.size);
    LOG(sat, "restart %llu at level %u", (unsigned long long)s->stats.restarts, level_now(s));
    s->stats.restarts++;
    sat_backtrack(s, reusable_level(s));
    s->limits.restart = s->stats.conflicts + (uint64_t)s->options.restart_interval;
}

bool sat_mode_due(const sat_solver *s)
{
    if (s->options.stable != 2)
        return false;
    if (s->stats.mode_switches == 0)
        return s->stats.conflicts >= s->limits.mode_conflicts;
    return s->stats.search_ticks >= s->limits.mode_ticks;
}

void sat_mode_switch(sat_solver *s)
{
    uint64_t ticks = s->stats.search_ticks;
    if (s->stats.mode_switches++ == 0)
        s->limits.mode_phase_ticks = ticks;
    uint64_t turn = (s->stats.mode_switches + 1) / 2;
    s->limits.mode_ticks = ticks + s->limits.mode_phase_ticks * turn * turn;
    sat_backtrack(s, 0);
    s->stable = !s->stable;
    s->target_size = 0;
    if (s->stable) {
        reluctant_start(&s->reluctant, (uint64_t)s->options.reluctant_period);
    } else {
        s->fast_glue = ema_start(FAST_WINDOW);
        s->queue.search = s->queue.last;
    }
}
