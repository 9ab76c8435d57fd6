/* Failed literals: if assuming l leads to a conflict by propagation alone, -l holds.
 *
 * Only roots of the binary implication graph are tried: a literal that another one implies fails only if that one
 * does. A literal that did not fail is tried again only after some variable became fixed. */
#include "sat/solver.h"

static bool in_binary_clause(const sat_solver *s, lit l)
{
    const watches *list = &s->watches[l];
    for (uint32_t i = 0; i < list->size; i++)
        if (watch_is_binary(list->data[i]))
            return true;
    return false;
}

static bool worth_probing(const sat_solver *s, lit l)
{
    if (s->values[l] || s->flags[lit_variable(l)].removed || s->probed[l] == s->trail_size + 1)
        return false;
    return in_binary_clause(s, lit_negate(l)) && !in_binary_clause(s, l);
}

static void probe_literal(sat_solver *s, lit l)
{
    s->stats.probed++;
    sat_decide(s, l);
    bool failed = sat_propagate(s) != NO_CLAUSE;
    sat_backtrack(s, 0);
    if (!failed) {
        s->probed[l] = s->trail_size + 1;
        return;
    }
    s->stats.failed_literals++;
    sat_assign_fixed(s, lit_negate(l));
    sat_propagate_fixed(s);
}

void sat_probe(sat_solver *s, uint64_t budget)
{
    assert(level_now(s) == 0 && s->propagated == s->trail_size && !s->inconsistent);
    uint64_t limit = s->stats.probe_ticks + budget;
    uint32_t count = 2 * s->variables;
    for (uint32_t i = 0; i < count && s->stats.probe_ticks < limit && !s->inconsistent; i++) {
        lit l = s->probe_next < count ? s->probe_next : 0;
        s->probe_next = l + 1;
        if (worth_probing(s, l))
            probe_literal(s, l);
    }
    if (!s->inconsistent)
        sat_sweep(s);
}
