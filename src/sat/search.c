/* The search: propagate, learn from conflicts, decide, and now and then restart, tidy up and simplify. */
#include "base/clock.h"
#include "sat/solver.h"

enum { CHECK_INTERVAL = 50 };

bool sat_theory_must_stop(sat_solver *s)
{
    if (s->limits.is_over || s->limits.until_check-- > 0)
        return s->limits.is_over;
    s->limits.until_check = CHECK_INTERVAL;
    s->limits.is_over = (s->terminate && s->terminate(s->terminate_state)) ||
                        (s->limits.deadline > 0 && clock_wall_seconds() > s->limits.deadline);
    return s->limits.is_over;
}

static bool is_stopped(sat_solver *s)
{
    return s->stats.conflicts >= s->limits.conflicts || sat_theory_must_stop(s);
}

/* Boolean propagation and theory propagation to their common fixed point; the falsified clause or NO_CLAUSE. */
static cref propagate_all(sat_solver *s)
{
    cref conflict = sat_propagate(s);
    if (!s->has_theory)
        return conflict;
    while (conflict == NO_CLAUSE) {
        theory_outcome outcome = sat_theory_round(s, &conflict);
        if (outcome == THEORY_IDLE || s->inconsistent)
            return NO_CLAUSE;
        if (outcome == THEORY_PROGRESS)
            conflict = sat_propagate(s);
    }
    return conflict;
}

static bool all_assigned(const sat_solver *s)
{
    return s->trail_size == s->variables - s->removed && level_now(s) >= s->assumptions.size;
}

/* True if the theory (if any) accepts the full assignment. */
static bool accepted(sat_solver *s)
{
    if (!s->has_theory)
        return true;
    theory_outcome outcome;
    cref conflict;
    bool accepted = sat_theory_final(s, &outcome, &conflict);
    if (outcome == THEORY_CONFLICT)
        sat_analyze(s, conflict);
    return accepted;
}

/* Decides the next assumption, or else what theory or heuristics propose. False if an assumption is refuted. */
static bool decide(sat_solver *s)
{
    uint32_t level = level_now(s);
    if (level < s->assumptions.size) {
        lit assumption = s->assumptions.data[level];
        int8_t value = s->values[assumption];
        if (value < 0) {
            sat_analyze_assumption(s, assumption);
            return false;
        }
        LOG(sat, "assumes %d at level %u", lit_export(assumption), level + 1);
        sat_decide(s, value > 0 ? NO_LIT : assumption);
        return true;
    }
    s->stats.decisions++;
    lit l = s->has_theory ? sat_theory_decision(s) : NO_LIT;
    l = l != NO_LIT ? l : sat_choose_decision(s);
    LOG(sat, "decides %d at level %u", lit_export(l), level + 1);
    sat_decide(s, l);
    return true;
}

static void save_model(sat_solver *s)
{
    assert(all_assigned(s) && s->propagated == s->trail_size);
    vec_resize(&s->model, s->variables);
    for (uint32_t v = 0; v < s->variables; v++) {
        int8_t value = s->values[lit_of(v, false)];
        s->model.data[v] = value ? value : s->saved[v];
    }
    sat_extend_model(s);
}

/* One of the tasks that come up every so many conflicts; false if none is due. */
static bool tidy_up(sat_solver *s)
{
    if (sat_mode_due(s))
        sat_mode_switch(s);
    else if (sat_restart_due(s))
        sat_restart(s);
    else if (sat_rephase_due(s))
        sat_rephase(s);
    else if (sat_reduce_due(s))
        sat_reduce(s);
    else if (sat_simplify_due(s))
        sat_simplify(s);
    else
        return false;
    return true;
}

sat_result sat_search(sat_solver *s)
{
    while (!s->inconsistent) {
        cref conflict = propagate_all(s);
        if (s->inconsistent)
            break;
        if (conflict != NO_CLAUSE) {
            sat_analyze(s, conflict);
        } else if (s->limits.is_over) {
            return SAT_UNKNOWN; /* maybe in the middle of what follows from what is decided */
        } else if (all_assigned(s)) {
            if (accepted(s)) {
                save_model(s);
                return SAT_SATISFIABLE;
            }
        } else if (is_stopped(s)) {
            return SAT_UNKNOWN;
        } else if (!tidy_up(s) && !decide(s)) {
            return SAT_UNSATISFIABLE;
        }
    }
    return SAT_UNSATISFIABLE;
}
