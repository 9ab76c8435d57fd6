/* When to simplify, and in which order. All simplification happens at level 0, between two restarts, and gets a share
 * of the effort of search since the last time. */
#include "sat/solver.h"

static const uint64_t LEAST_BUDGET = 100000;

static bool probing_due(const sat_solver *s)
{
    return s->stats.conflicts >= s->limits.probe && (s->options.probe || s->options.vivify || s->options.substitute);
}

static bool elimination_due(const sat_solver *s)
{
    return s->stats.conflicts >= s->limits.eliminate && (s->options.eliminate || s->options.subsume);
}

bool sat_simplify_due(const sat_solver *s)
{
    return probing_due(s) || elimination_due(s);
}

static uint64_t share(uint64_t effort, int per_mille)
{
    uint64_t budget = effort / 1000 * (uint64_t)per_mille;
    return budget > LEAST_BUDGET ? budget : LEAST_BUDGET;
}

void sat_reconnect(sat_solver *s)
{
    if (s->inconsistent)
        return;
    sat_watches_connect(s);
    s->propagated = 0;
    if (sat_propagate_fixed(s))
        sat_sweep(s);
}

static void probing(sat_solver *s)
{
    uint64_t effort = s->stats.search_ticks - s->limits.probe_ticks_seen;
    s->stats.probings++;
    if (s->options.substitute)
        sat_substitute(s);
    if (s->options.probe && !s->inconsistent)
        sat_probe(s, share(effort, s->options.probe_effort));
    if (s->options.vivify && !s->inconsistent)
        sat_vivify(s, share(effort, s->options.vivify_effort));
    if (s->options.substitute && !s->inconsistent)
        sat_substitute(s);
    s->limits.probe_ticks_seen = s->stats.search_ticks;
    s->limits.probe = s->stats.conflicts + (uint64_t)s->options.probe_interval * s->stats.probings;
}

static void elimination(sat_solver *s)
{
    uint64_t effort = s->stats.search_ticks - s->limits.eliminate_ticks_seen;
    uint64_t budget = share(effort, s->options.eliminate_effort);
    s->stats.eliminations++;
    if (s->options.subsume)
        sat_subsume(s, budget);
    if (s->options.eliminate && !s->inconsistent)
        sat_eliminate(s, budget);
    s->limits.eliminate_ticks_seen = s->stats.search_ticks;
    s->limits.eliminate = s->stats.conflicts + (uint64_t)s->options.eliminate_interval * s->stats.eliminations;
}

void sat_simplify(sat_solver *s)
{
    LOG(sat, "simplifies at %llu conflicts", (unsigned long long)s->stats.conflicts);
    sat_backtrack(s, 0);
    sat_sweep(s);
    s->probing = true;
    if (!s->inconsistent && probing_due(s))
        probing(s);
    if (!s->inconsistent && elimination_due(s))
        elimination(s);
    s->probing = false;
    if (!s->inconsistent)
        sat_collect_garbage(s);
    assert(sat_is_valid(s));
}
