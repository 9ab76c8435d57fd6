/* Which value a decided variable gets.
 *
 * A variable keeps its last value (saved phase). In stable mode, it rather gets its value in the largest assignment
 * without conflict since the last reset (target phase). Every now and then saved phases are reset: to the initial or
 * the inverted initial value, to the largest assignment seen (best phase), or to what local search finds. */
#include "sat/solver.h"

static void copy_trail_phases(const sat_solver *s, int8_t *phases, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++) {
        lit l = s->trail[i];
        phases[lit_variable(l)] = lit_negative(l) ? -1 : 1;
    }
}

void sat_update_target(sat_solver *s)
{
    uint32_t size = s->consistent < s->trail_size ? s->consistent : s->trail_size;
    s->consistent = UINT32_MAX;
    if (size > s->target_size) {
        copy_trail_phases(s, s->target, size);
        s->target_size = size;
    }
    if (size > s->best_size) {
        copy_trail_phases(s, s->best, size);
        s->best_size = size;
    }
}

bool sat_rephase_due(const sat_solver *s)
{
    return s->stats.conflicts > s->limits.rephase;
}

static void rephase_to(sat_solver *s, int8_t value)
{
    for (uint32_t v = 0; v < s->variables; v++)
        s->saved[v] = value;
}

static void rephase_to_best(sat_solver *s)
{
    for (uint32_t v = 0; v < s->variables; v++)
        if (s->best[v])
            s->saved[v] = s->best[v];
}

static void rephase_by_walk(sat_solver *s)
{
    if (s->options.walk)
        sat_walk(s);
}

void sat_rephase(sat_solver *s)
{
    enum { ORIGINAL, INVERTED, BEST, WALK };
    static const int first[] = {ORIGINAL, INVERTED}, cycle[] = {BEST, WALK, ORIGINAL, BEST, WALK, INVERTED};
    enum { FIRST = sizeof first / sizeof *first, CYCLE = sizeof cycle / sizeof *cycle };
    sat_backtrack(s, 0);
    uint64_t turn = s->stats.rephased++;
    int8_t initial = s->options.phase ? 1 : -1;
    switch (turn < FIRST ? first[turn] : cycle[(turn - FIRST) % CYCLE]) {
    case ORIGINAL:
        rephase_to(s, initial);
        break;
    case INVERTED:
        rephase_to(s, (int8_t)-initial);
        break;
    case BEST:
        rephase_to_best(s);
        break;
    default:
        rephase_by_walk(s);
        break;
    }
    memset(s->target, 0, s->variables);
    s->target_size = 0;
    s->best_size = 0;
    s->limits.rephase = s->stats.conflicts + (uint64_t)s->options.rephase_interval * s->stats.rephased;
}
