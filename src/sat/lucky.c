/* Formulas with a trivial solution: before the first search, give all variables without a preferred value the same
 * value, in ascending or descending order, with propagation in between. Encodings of circuits often give in at once;
 * the cost is that of a few propagations. */
#include "sat/solver.h"

/* Leaves a full assignment without conflict, or returns false at level 0. */
static bool try_value(sat_solver *s, bool negative, bool descending)
{
    for (uint32_t i = 0; i < s->variables; i++) {
        uint32_t variable = descending ? s->variables - 1 - i : i;
        lit l = lit_of(variable, s->preferred[variable] ? s->preferred[variable] < 0 : negative);
        if (s->values[l] || s->flags[variable].removed)
            continue;
        sat_decide(s, l);
        if (sat_propagate(s) != NO_CLAUSE) {
            sat_backtrack(s, 0);
            return false;
        }
    }
    return true;
}

void sat_try_luck(sat_solver *s)
{
    if (!s->options.lucky || s->has_theory || s->assumptions.size || !sat_propagate_fixed(s))
        return;
    s->probing = true;
    for (unsigned attempt = 0; attempt < 4; attempt++)
        if (try_value(s, !(attempt & 1) == !s->options.phase, attempt & 2)) {
            s->stats.lucky++;
            break;
        }
    s->probing = false;
}
