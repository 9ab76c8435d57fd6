#include "sat/solver.h"

void sat_assign_fixed(sat_solver *s, lit l)
{
    assert(level_now(s) == 0 && !s->values[l]);
    if (s->proof)
        sat_proof_add(s, &l, 1);
    s->values[l] = 1;
    s->values[lit_negate(l)] = -1;
    s->assigned[lit_variable(l)] = (assignment){0, s->trail_size, REASON_NONE};
    s->trail[s->trail_size++] = l;
    s->stats.fixed++;
}

void sat_decide(sat_solver *s, lit l)
{
    assert(s->propagated == s->trail_size && !s->inconsistent);
    vec_push(&s->control, (frame){.decision = l, .start = s->trail_size, .seen_first = UINT32_MAX});
    if (l != NO_LIT)
        sat_assign(s, l, REASON_NONE);
}

static void unassign(sat_solver *s, lit l)
{
    assert(s->values[l] == 1);
    uint32_t variable = lit_variable(l);
    s->values[l] = 0;
    s->values[lit_negate(l)] = 0;
    if (!heap_contains(&s->scores, variable))
        heap_push(&s->scores, variable);
    queue_unassigned(&s->queue, variable);
}

void sat_backtrack(sat_solver *s, uint32_t level)
{
    if (level >= level_now(s))
        return;
    uint32_t start = s->control.data[level + 1].start;
    if (s->has_theory && s->theory_told > start)
        sat_theory_backtrack(s, level);
    if (s->probing) {
        for (uint32_t i = s->trail_size; i-- > start;)
            unassign(s, s->trail[i]);
    } else {
        sat_update_target(s);
        for (uint32_t i = s->trail_size; i-- > start;) {
            lit l = s->trail[i];
            s->saved[lit_variable(l)] = lit_negative(l) ? -1 : 1;
            unassign(s, l);
        }
    }
    s->trail_size = start;
    if (s->propagated > start)
        s->propagated = start;
    s->control.size = level + 1;
    assert(level_now(s) == level && s->theory_told <= s->trail_size);
}

void sat_derive_empty(sat_solver *s)
{
    if (s->inconsistent)
        return;
    if (s->proof)
        sat_proof_add(s, NULL, 0);
    s->inconsistent = true;
}
